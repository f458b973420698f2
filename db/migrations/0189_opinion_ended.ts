import { sql, type Kysely } from 'kysely'

/** The head of the asking department ends an opinion that holds up a declaration: who, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table declaration_opinion
    add column ended_by_name text,
    add column end_reason text`.execute(db)
}
