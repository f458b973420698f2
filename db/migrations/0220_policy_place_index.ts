import { sql, type Kysely } from 'kysely'

/** Index for the places of published policies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index policy_area on policy (area_code, area_name) where state = 2 and not deleted`.execute(db)
}
