import { sql, type Kysely } from 'kysely'

/** The head of the asking office may end an opinion that blocks a declaration: who ended it, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table declaration_opinion
    add column ended_by_name text,
    add column end_reason text`.execute(db)
}
