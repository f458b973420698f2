import { sql, type Kysely } from 'kysely'

/** Indexes for the medians of asking and closing prices (items of a kind and nature in a street), and for the marks that staff judge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const alike = `kind, (street_ids[1]), (coalesce(facts ->> 'nature', facts ->> 'landNature'))`
  await run(
    `create index market_item_alike on market_item (${alike}, publish_time) where state in (1, 3) and not deleted and price is not null`,
  )
  await run(
    `create index market_item_deals on market_item (${alike}, closed_at) where closing = 'deal' and not deleted and closing_price is not null`,
  )
  await run(`create index market_contact_marked on market_contact (id) where mark <> ''`)
}
