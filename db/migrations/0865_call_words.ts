import { sql, type Kysely } from 'kysely'

/** The words of calls no longer hold numbers and mail addresses, which the lists mask (ADR 0865). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update call_record set search = ts_delete(search, array(select w.lexeme from unnest(search) w
      where w.lexeme ~ '[0-9]{11}' or (content like '%@%' and w.lexeme ~ '^[ -~]+$')))
    where content ~ '@|[0-9]{11}'`.execute(db)
}
