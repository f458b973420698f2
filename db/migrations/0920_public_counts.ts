import { sql, type Kysely } from 'kysely'

/** Counts of articles, and the lists of cancelled and of delayed activities, are read from an index (ADR 0921). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('create index news_counted on news (column_id) include (publish_at, take_down_at) where shown')
  await run('create index train_activity_cancelled on train_activity (start_at desc, id desc) where state = 4 and not deleted')
  await run('create index train_activity_delayed on train_activity (delayed_from) where delayed_from is not null and not deleted')
}
