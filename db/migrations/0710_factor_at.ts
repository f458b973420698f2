import { sql, type Kysely } from 'kysely'

/** The last code of the second factor in a session (ADR 0710). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column factor_at timestamptz`.execute(db)
}
