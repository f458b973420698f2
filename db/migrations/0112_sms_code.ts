import { sql, type Kysely } from 'kysely'

/** Codes sent by text message, and the index by which a number is unique per type of account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    // The key is a keyed hash of number, purpose and session, so that the table does not reveal the recipient of a code.
    `create table sms_code (
      key text primary key,
      code text not null,
      tries integer not null default 0,
      expires_at timestamptz not null
    )`,
    'create index sms_code_expires on sms_code (expires_at)',
    'alter table sys_user add column mobile_index text',
    // Its values need the key of the platform, so existing numbers get theirs at the next start.
    'create unique index sys_user_mobile on sys_user (type, mobile_index)',
  ])
    await sql.raw(statement).execute(db)
}
