import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  // One row per recipient, because each recipient reads it separately.
  await run(`create table notice (
    id bigint generated always as identity primary key,
    user_id bigint not null references sys_user (id) on delete cascade,
    kind text not null,
    title text not null,
    body text not null default '',
    link text check (link like '/%'),
    key text,
    created_at timestamptz not null default now(),
    read_at timestamptz
  )`)
  await run('create index notice_of_user on notice (user_id, id desc)')
  await run('create index notice_of_kind on notice (user_id, kind, id desc)')
  await run('create index notice_unread on notice (user_id, id desc) where read_at is null')
  await run('create unique index notice_once on notice (user_id, key) where key is not null')
  await run('create index notice_age on notice (created_at)')
  await run(`create table notice_setting (
    user_id bigint primary key references sys_user (id) on delete cascade,
    sms_kinds text[] not null default '{}',
    updated_at timestamptz not null default now()
  )`)
}
