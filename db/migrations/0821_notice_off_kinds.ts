import { sql, type Kysely } from 'kysely'

/** Kinds of notices that a user has switched off (ADR 0811); from now on an invitation to an activity is a kind of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table notice_setting add column off_kinds text[] not null default '{}'`).execute(db)
  await sql.raw(`update notice set kind = 'invitation' where kind = 'training' and key like 'train:invite:%'`).execute(db)
}
