import { sql, type Kysely } from 'kysely'

/** Services and bank products in the site search (ADR 0570); older rows are written after the start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  for (const table of ['service_item', 'finance_product']) {
    await run(`alter table ${table} add column search tsvector not null default '',
      add column rank_words tsvector generated always as (ts_filter(search, '{a,b,c}')) stored,
      add column search_form smallint not null default 0`)
    await run(`create index ${table}_search on ${table} using gin (search) where state = 1 and not deleted`)
    await run(`create index ${table}_rank_words on ${table} using gin (rank_words) where state = 1 and not deleted`)
    await run(`create index ${table}_time on ${table} (publish_time desc, id desc) where state = 1 and not deleted`)
    await run(`create index ${table}_search_form on ${table} (search_form, id)`)
  }
}
