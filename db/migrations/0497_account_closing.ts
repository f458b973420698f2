import { sql, type Kysely } from 'kysely'

/** Accounts whose users requested closing (P-04); the row is deleted when they withdraw the request, and with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table account_closing (
    user_id bigint primary key references sys_user (id) on delete cascade,
    asked_at timestamptz not null,
    due_on date not null
  )`)
    .execute(db)
}
