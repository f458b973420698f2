import { sql, type Kysely } from 'kysely'

/** The clock before a move, for reverting the move. Reminders are sent once by the key of their notice, so no table is needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table declaration_log add column clock jsonb`.execute(db)
  await sql`drop table declaration_reminder`.execute(db)
  await sql`drop table company_evidence_reminder`.execute(db)
}
