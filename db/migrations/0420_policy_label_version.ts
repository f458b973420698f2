import { sql, type Kysely } from 'kysely'

/** A version, so that of two users who change the same policy label the second gets a conflict, as elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table policy_label add column version integer not null default 1').execute(db)
}
