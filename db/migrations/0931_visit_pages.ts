import { sql, type Kysely } from 'kysely'

/**
 * The pages of the visit log, each once: words are looked for here, and the visits of a page are read along an index. Looking for them in
 * ten million visits took seconds when few or none had them (ADR 0931).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table visit_page (router_name text not null, page_title text not null, primary key (router_name, page_title))`)
  await run(`insert into visit_page select distinct router_name, coalesce(page_title, '') from visit_log`)
  await run(
    `create index visit_log_page on visit_log (hashtextextended(router_name || ' ' || coalesce(page_title, ''), 0), at desc, id desc)`,
  )
  await run('drop index visit_log_router')
  await run(`create function visit_log_pages() returns trigger language plpgsql as $$
    begin
      insert into visit_page select distinct router_name, coalesce(page_title, '') from added on conflict do nothing;
      return null;
    end $$`)
  await run(`create trigger visit_log_pages after insert on visit_log referencing new table as added
    for each statement execute function visit_log_pages()`)
}
