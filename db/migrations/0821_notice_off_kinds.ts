import { sql, type Kysely } from 'kysely'

/** Kinds of notices that a person does not want (ADR 0811); an invitation to an activity is a kind of its own from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table notice_setting add column off_kinds text[] not null default '{}'`).execute(db)
  await sql.raw(`update notice set kind = 'invitation' where kind = 'training' and key like 'train:invite:%'`).execute(db)
}
