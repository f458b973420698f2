import { sql, type Kysely } from 'kysely'

/** What the weekly look at a link of the site has found; null: it opens, or has not been looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table link add column fault text, add column fault_since date').execute(db)
}
