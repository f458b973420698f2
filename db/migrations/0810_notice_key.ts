import { sql, type Kysely } from 'kysely'

/** Which of the words of a job were said before is asked by their keys, for thousands at once (ADR 0805). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index notice_key on notice (key) where key is not null`.execute(db)
}
