import { sql, type Kysely } from 'kysely'

/**
 * A rule reads a dozen values of a row; stored out of line and compressed, the whole row was unpacked for each of them. Rows are rewritten
 * every day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company_match_row set (toast_tuple_target = 8160)`.execute(db)
}
