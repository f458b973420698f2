import { sql, type Kysely } from 'kysely'

/** 告知记录 (ADR 0840) finds the notices about a record by their address up to the number, whatever follows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index notice_link on notice (split_part(link, '&', 1), id desc) where link like '%?id=%'`.execute(db)
}
