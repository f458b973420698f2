import { sql, type Kysely } from 'kysely'

/** Result of the weekly check of a link; null: it opens, or was not checked yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table link add column fault text, add column fault_since date').execute(db)
}
