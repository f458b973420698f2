import { sql, type Kysely } from 'kysely'

/** Spaces and capital letters do not distinguish places, so that double bookings are found and the calendar has one row per room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(
    `alter table train_activity add column place_key text generated always as (lower(regexp_replace(place, '[[:space:]　]', '', 'g'))) stored`,
  )
  await run('drop index train_activity_place')
  await run('create index train_activity_place on train_activity (place_key, start_at) where not deleted and not online')
  await run('create index train_activity_rooms on train_activity (start_at) where not deleted and not online')
}
