import { sql, type Kysely } from 'kysely'

/** The record of a request keeps the contact that was given, so that it does not reveal a later contact (ADR 0800). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table market_contact add column given_name text, add column given_phone text')
  await run('update market_contact t set given_name = p.contact, given_phone = p.phone from market_item p where p.id = t.item_id')
  await run('alter table market_contact alter column given_name set not null, alter column given_phone set not null')
}
