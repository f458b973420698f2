import { sql, type Kysely } from 'kysely'

/** Data of a policy version besides its text and rule (materials, process, place of application), stored when another version follows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table policy_version add column facts json').execute(db)
}
