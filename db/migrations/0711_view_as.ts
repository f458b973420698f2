import { sql, type Kysely } from 'kysely'

/** A security officer views the platform as another member of staff for some minutes (ADR 0712). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column viewing_user_id bigint references sys_user (id) on delete set null, add column viewing_until timestamptz`.execute(
    db,
  )
  await sql`create index session_viewing on session (viewing_user_id) where viewing_user_id is not null`.execute(db)
}
