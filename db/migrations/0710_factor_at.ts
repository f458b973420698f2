import { sql, type Kysely } from 'kysely'

/** When a session last gave a code of the second factor (ADR 0710). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column factor_at timestamptz`.execute(db)
}
