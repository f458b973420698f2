import { sql, type Kysely } from 'kysely'

/** Two people who change the same policy label hear of each other, as with everything else that is edited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table policy_label add column version integer not null default 1').execute(db)
}
