import { sql, type Kysely } from 'kysely'

/** 动态验证码 (ADR 0700): secrets, recovery codes by hash, tickets between the two steps of a log-in, requests to remove a factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table second_factor (
    user_id bigint primary key references sys_user on delete cascade,
    secret text not null,
    enabled_at timestamptz,
    last_step bigint not null default 0,
    created_at timestamptz not null
  )`)
  await run(`create table recovery_code (
    user_id bigint not null references sys_user on delete cascade,
    hash text not null,
    used_at timestamptz,
    primary key (user_id, hash)
  )`)
  await run(`create table login_ticket (
    hash text primary key,
    user_id bigint not null references sys_user on delete cascade,
    enrol boolean not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`)
  await run('create index login_ticket_user on login_ticket (user_id)')
  await run(`create table factor_reset (
    user_id bigint primary key references sys_user on delete cascade,
    asked_by bigint not null references sys_user on delete cascade,
    reason text not null,
    asked_at timestamptz not null
  )`)
  await run('create index factor_reset_asked_by on factor_reset (asked_by)')
}
