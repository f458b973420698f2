import { sql, type Kysely } from 'kysely'

/** A project's own name of a review step (ADR 0550). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table project_step add column name text check (name <> '')`.execute(db)
}
