import { sql, type Kysely } from 'kysely'

/** The questions of an activity, and the encrypted answers of those who enrolled (ADR 0810). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table train_activity add column questions jsonb not null default '[]'`).execute(db)
  await sql.raw('alter table train_enrol add column answers text').execute(db)
}
