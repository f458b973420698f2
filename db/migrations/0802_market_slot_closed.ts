import { sql, type Kysely } from 'kysely'

/** An owner can take a half hour back; cancelled visits still refer to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table market_slot add column closed boolean not null default false`.execute(db)
}
