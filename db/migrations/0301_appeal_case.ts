import { sql, type Kysely } from 'kysely'

/** Public texts of closed appeals, found by search, with a view count (ADR 0302). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table appeal_case (
    id bigint generated always as identity primary key,
    appeal_id bigint not null unique references appeal (id) on delete cascade,
    title text not null,
    question text not null,
    answer text not null,
    type_id bigint not null references appeal_type (id),
    office_name text not null,
    publish_time timestamptz not null,
    published_by bigint references sys_user (id) on delete set null,
    view_num integer not null default 0,
    search tsvector not null,
    rank_words tsvector generated always as (ts_filter(search, '{a,b,c}')) stored,
    search_form smallint not null default 0
  )`)
  await run('create index appeal_case_type on appeal_case (type_id)')
  await run('create index appeal_case_published_by on appeal_case (published_by)')
  await run('create index appeal_case_time on appeal_case (publish_time desc, id desc)')
  await run('create index appeal_case_search on appeal_case using gin (search)')
  await run('create index appeal_case_rank_words on appeal_case using gin (rank_words)')
  await run('create index appeal_case_search_form on appeal_case (search_form, id)')
  await run(
    'create table appeal_case_view (case_id bigint primary key references appeal_case (id) on delete cascade, view_num integer not null)',
  )
  await run(`create table appeal_case_view_mark (
    case_id bigint not null references appeal_case (id) on delete cascade,
    visitor text not null,
    seen_at timestamptz not null,
    primary key (case_id, visitor)
  )`)
}
