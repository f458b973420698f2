import { sql, type Kysely } from 'kysely'

/** Activities and reports in the site search (ADR 0762); older rows are written after the start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table train_activity add column publish_time timestamptz generated always as (published_at) stored')
  // The public list reads coming and past activities separately, each along one of these.
  await run(
    'create index train_activity_end on train_activity (end_at, start_at) where published_at is not null and state in (2, 4) and not deleted',
  )
  await run(
    'create index train_activity_start on train_activity (start_at desc, id desc) where published_at is not null and state in (2, 4) and not deleted',
  )
  for (const [table, shown] of [
    ['train_activity', 'published_at is not null and state = 2 and not deleted'],
    ['train_info', 'state = 1 and not deleted'],
  ] as const) {
    await run(`alter table ${table} add column search tsvector not null default '',
      add column rank_words tsvector generated always as (ts_filter(search, '{a,b,c}')) stored,
      add column search_form smallint not null default 0`)
    await run(`create index ${table}_search on ${table} using gin (search) where ${shown}`)
    await run(`create index ${table}_rank_words on ${table} using gin (rank_words) where ${shown}`)
    await run(`create index ${table}_time on ${table} (publish_time desc, id desc) where ${shown}`)
    await run(`create index ${table}_search_form on ${table} (search_form, id)`)
  }
}
