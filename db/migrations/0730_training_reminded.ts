import { sql, type Kysely } from 'kysely'

/** Hours before the start of the last reminder to participants; null: none yet (ADR 0730). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table train_activity add column reminded smallint')
  // Activities that start soon were announced in other ways, so the upgrade sends no late reminders.
  await run("update train_activity set reminded = 2 where start_at < now() + interval '3 days'")
  await run('create index train_activity_to_remind on train_activity (start_at) where state = 2 and not deleted')
}
