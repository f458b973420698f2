import { sql, type Kysely } from 'kysely'

/** The list from the dearest down, read along an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index market_item_price_down on market_item (kind, price desc nulls last, id desc) where state = 1 and not deleted`.execute(
    db,
  )
}
