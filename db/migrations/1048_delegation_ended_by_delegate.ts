import { sql, type Kysely } from 'kysely'

/** Whether the delegate gave the delegation up. `ended_by_name` does not prove it: two people may have one name, and names change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table declaration_delegation add column ended_by_delegate boolean`.execute(db)
}
