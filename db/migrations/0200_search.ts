import { sql, type Kysely } from 'kysely'

/** What the search knows of words (frequency, pinyin), and synonyms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table search_term (
    id bigint generated always as identity unique,
    term text primary key,
    df integer not null,
    pinyin text not null default '',
    initials text not null default '')`)
  await run(`create index search_term_pinyin on search_term (pinyin text_pattern_ops)`)
  await run(`create index search_term_initials on search_term (initials text_pattern_ops)`)
  await run(`create table search_count (one boolean primary key default true check (one), documents integer not null)`)
  await run(`create table search_synonym (
    id bigint generated always as identity primary key,
    words text[] not null check (cardinality(words) between 2 and 40),
    note text,
    enabled boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    updated_by bigint,
    updated_by_name text)`)
  // The version of a search column; rows with another number are rewritten after a start.
  await run('alter table policy add column search_form smallint not null default 0')
  // When every word of a question is common, its candidates are the newest policies with one of them.
  await run('create index policy_by_time on policy (publish_time desc, id desc) where state = 2 and not deleted')
  await run('create index policy_search_form on policy (search_form, id)')
}
