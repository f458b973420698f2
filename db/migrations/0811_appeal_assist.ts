import { sql, type Kysely } from 'kysely'

/** When an assisting office gave its opinion; null before (ADR 0807). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appeal_office add column assisted_at timestamptz`.execute(db)
}
