import { sql, type Kysely } from 'kysely'

/** A place is the same however its blanks and letters are typed: double booking is seen, and the calendar of rooms has one row for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(
    `alter table train_activity add column place_key text generated always as (lower(regexp_replace(place, '[[:space:]　]', '', 'g'))) stored`,
  )
  await run('drop index train_activity_place')
  await run('create index train_activity_place on train_activity (place_key, start_at) where not deleted and not online')
  await run('create index train_activity_rooms on train_activity (start_at) where not deleted and not online')
}
