import { sql, type Kysely } from 'kysely'

/** Who ended a delegation before its time, and why: both sides read it in the list. `revoked_at` says when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table declaration_delegation
    add column ended_by_name text,
    add column end_reason text`.execute(db)
}
