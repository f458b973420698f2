import { sql, type Kysely } from 'kysely'

/** What the roles of a scheduled change opened when it was approved (ADR 0891). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rights_change add column opens jsonb`.execute(db)
}
