import { sql, type Kysely } from 'kysely'

/** A row whose amount was objected to with right gives way to a new one and stays as it was (ADR 0044): one row a company and list that counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table direct_row drop constraint direct_row_list_id_company_id_key`.execute(db)
  await sql`create unique index direct_row_once on direct_row (list_id, company_id) where state <> 'replaced'`.execute(db)
}
