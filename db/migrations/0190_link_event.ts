import { sql, type Kysely } from 'kysely'

/** The label under which clicks on an entry of menu or footer are counted, stored with the entry so that its address may change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table link add column event_label text not null default ''`.execute(db)
  await sql`update link set event_label = '商事法律服务' where url = '/page/commercialLaw'`.execute(db)
}
