import { sql, type Kysely } from 'kysely'

/** The index of the list by views gets the rest of its order, so that a page is read from it without sorting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index market_item_views`.execute(db)
  await sql`create index market_item_views on market_item (kind, view_num desc, publish_time desc, id desc) where state = 1 and not deleted`.execute(
    db,
  )
}
