import { sql, type Kysely } from 'kysely'

/** Index for the recent decisions of a member of staff, which the start page counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index declaration_log_actor on declaration_log (actor_id, at) where side = 'staff'`.execute(db)
}
