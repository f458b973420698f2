import { sql, type Kysely } from 'kysely'

/** Index for the questions of a company, which its timeline shows (ADR 0520). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index policy_consult_company on policy_consult (company_id, id desc)').execute(db)
}
