import { sql, type Kysely } from 'kysely'

/** Names and phones are columns of the company; their source was not stored, so a change by staff was still shown as 企业填报. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table company add column person_origins jsonb not null default '{}'").execute(db)
}
