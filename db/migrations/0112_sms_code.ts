import { sql, type Kysely } from 'kysely'

/** Codes sent by text message, and the search value by which an account of each type has a number of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    // The key is a keyed hash of number, purpose and session: the table says nothing of whom a code was sent to.
    `create table sms_code (
      key text primary key,
      code text not null,
      tries integer not null default 0,
      expires_at timestamptz not null
    )`,
    'create index sms_code_expires on sms_code (expires_at)',
    'alter table sys_user add column mobile_index text',
    // Its values need the key of the platform, so those of numbers that were there before are filled in at the next start.
    'create unique index sys_user_mobile on sys_user (type, mobile_index)',
  ])
    await sql.raw(statement).execute(db)
}
