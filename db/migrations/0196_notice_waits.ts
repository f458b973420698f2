import { sql, type Kysely } from 'kysely'

/** The task of a notice: once somebody has done it, the notice is settled for all recipients. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notice add column waits_for text`.execute(db)
  await sql`create index notice_waits on notice (waits_for) where waits_for is not null`.execute(db)
}
