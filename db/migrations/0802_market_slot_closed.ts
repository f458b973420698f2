import { sql, type Kysely } from 'kysely'

/** A half hour that its owner takes back; visits that were called off still name it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table market_slot add column closed boolean not null default false`.execute(db)
}
