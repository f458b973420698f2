import { sql, type Kysely } from 'kysely'

/** What a version of a policy said beside its text and rule (materials, process, where to declare), kept when another follows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table policy_version add column facts json').execute(db)
}
