import { sql, type Kysely } from 'kysely'

/** When the password was last typed again in a session (ADR 0981). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column password_at timestamptz`.execute(db)
}
