import { sql, type Kysely } from 'kysely'

/** The list by views is ordered in memory; each process reads which items were viewed since it last looked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index market_view_mark_seen on market_view_mark (seen_at)`.execute(db)
}
