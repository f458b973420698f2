import { sql, type Kysely } from 'kysely'

/** A job looks up by key which of its notices were sent before, thousands at once (ADR 0805). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index notice_key on notice (key) where key is not null`.execute(db)
}
