import { type Kysely, sql } from 'kysely'

/** A figure of the home page that a domain registers and counts (domains/ports.md §11, ADR 1005); null: typed by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table basic_data add column figure text`.execute(db)
}
