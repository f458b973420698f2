import { sql, type Kysely } from 'kysely'

/** Which clicks on menu and footer are counted is said at the entry, so that the entry may change its address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table link add column event_label text not null default ''`.execute(db)
  await sql`update link set event_label = '商事法律服务' where url = '/page/commercialLaw'`.execute(db)
}
