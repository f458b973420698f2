import { sql, type Kysely } from 'kysely'

/** Missed activities, by which a person waits behind the others; an index for places (ADR 0761). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run("alter table train_enrol add column missed timestamptz[] not null default '{}'")
  await run('create index train_enrol_phone on train_enrol (phone_index)')
  await run('create index train_activity_place on train_activity (place, start_at) where not deleted and not online')
}
