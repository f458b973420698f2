import { sql, type Kysely } from 'kysely'

/** Which seeds of several transactions have completed (seed/once.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table seed_run (name text primary key, at timestamptz not null)`.execute(db)
}
