import { sql, type Kysely } from 'kysely'

/** Up to which change an item was held against the other side, and both told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table market_item add column matched_at timestamptz')
  // What stood there before is known to both sides by its list of matches; only what changes from now on is told.
  await run('update market_item set matched_at = updated_at')
  await run('create index market_item_to_match on market_item (updated_at) where state = 1 and not deleted')
  await run('create index market_slot_start on market_slot (start_at)')
}
