import { sql, type Kysely } from 'kysely'

/** An index for the list in descending order of price. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index market_item_price_down on market_item (kind, price desc nulls last, id desc) where state = 1 and not deleted`.execute(
    db,
  )
}
