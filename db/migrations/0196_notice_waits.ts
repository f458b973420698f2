import { sql, type Kysely } from 'kysely'

/** What a notice says is to be done: handled by one, it is closed for everybody who was told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notice add column waits_for text`.execute(db)
  await sql`create index notice_waits on notice (waits_for) where waits_for is not null`.execute(db)
}
