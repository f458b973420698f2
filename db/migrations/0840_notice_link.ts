import { sql, type Kysely } from 'kysely'

/** 告知记录 (ADR 0840) finds the notices about a record by their address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index notice_link on notice (link, id desc) where link like '%?id=%'`.execute(db)
}
