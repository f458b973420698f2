import { sql, type Kysely } from 'kysely'

/** What a member of staff decided lately is counted on the start page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index declaration_log_actor on declaration_log (actor_id, at) where side = 'staff'`.execute(db)
}
