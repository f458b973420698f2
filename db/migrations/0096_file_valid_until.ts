import { sql, type Kysely } from 'kysely'

/** Until when the paper in a file from the vault is valid; a copy of a copy keeps it (ADR 0064). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file add column valid_until date`.execute(db)
}
