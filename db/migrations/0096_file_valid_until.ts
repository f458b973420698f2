import { sql, type Kysely } from 'kysely'

/** How long the paper in a file is good for, where it came from the vault: a copy of a copy still knows it (ADR 0064). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file add column valid_until date`.execute(db)
}
