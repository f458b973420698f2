import { sql, type Kysely } from 'kysely'

/** Answers of the last minute that a process refused on purpose under load: they are no failures (ADR 1003). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table process_pulse add column shed integer not null default 0').execute(db)
}
