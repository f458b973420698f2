import { sql, type Kysely } from 'kysely'

/** The last change of an item that was matched with the other side, with notices to both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table market_item add column matched_at timestamptz')
  // Existing matches are in the lists of both sides; only later changes are announced.
  await run('update market_item set matched_at = updated_at')
  await run('create index market_item_to_match on market_item (updated_at) where state = 1 and not deleted')
  await run('create index market_slot_start on market_slot (start_at)')
}
