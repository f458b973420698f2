import { type Kysely, sql } from 'kysely'

/** `file:read` opened nothing: the owner of a file decides who reads it, and there is no list of all files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from role_permission where permission = 'file:read'`.execute(db)
}
