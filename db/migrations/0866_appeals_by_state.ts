import { sql, type Kysely } from 'kysely'

/** The list of appeals of one state, in the order of their submission. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index appeal_list_state on appeal (state, submitted_at desc, id desc) where not deleted and state > 0`.execute(db)
}
