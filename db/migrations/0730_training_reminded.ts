import { sql, type Kysely } from 'kysely'

/** For how many hours before the start those who enrolled were last reminded; null: not yet (ADR 0730). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table train_activity add column reminded smallint')
  // What begins soon was announced in other ways; nobody is surprised by a late reminder after the upgrade.
  await run("update train_activity set reminded = 2 where start_at < now() + interval '3 days'")
  await run('create index train_activity_to_remind on train_activity (start_at) where state = 2 and not deleted')
}
