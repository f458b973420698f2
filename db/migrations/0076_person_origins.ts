import { sql, type Kysely } from 'kysely'

/** Names and phones stand in columns of the company; whose word they are was not kept, so a change by staff still read 企业填报. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table company add column person_origins jsonb not null default '{}'").execute(db)
}
