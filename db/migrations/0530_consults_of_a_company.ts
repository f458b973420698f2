import { sql, type Kysely } from 'kysely'

/** What a company asked stands on its timeline (ADR 0520). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index policy_consult_company on policy_consult (company_id, id desc)').execute(db)
}
