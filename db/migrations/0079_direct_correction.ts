import { sql, type Kysely } from 'kysely'

/**
 * A row with an upheld objection to its amount is replaced by a new one and stays unchanged (ADR 0044): one valid row per company and list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table direct_row drop constraint direct_row_list_id_company_id_key`.execute(db)
  await sql`create unique index direct_row_once on direct_row (list_id, company_id) where state <> 'replaced'`.execute(db)
}
