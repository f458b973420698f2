import { sql, type Kysely } from 'kysely'

/** Log-ins from other platforms (ADR 0470). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`alter table platform add column login text unique check (login in ('zzd', 'zml', 'szjj'))`)
  await run('alter table platform drop constraint platform_protocol_check')
  await run(`alter table platform add constraint platform_protocol_check check (protocol in ('plain', 'signed', 'ticket'))`)
  await run(`alter table platform add constraint platform_login_check2 check ((login is null) or protocol = 'ticket')`)
  // Only the hash of a ticket is stored: it is accepted once, from the browser that brought it.
  await run(`create table parent_ticket (
    hash text primary key,
    platform text not null,
    browser text not null,
    user_id bigint not null references sys_user (id) on delete cascade,
    verified_at timestamptz not null,
    used boolean not null default false
  )`)
  await run('create index parent_ticket_user on parent_ticket (user_id)')
  await run('create index parent_ticket_verified on parent_ticket (verified_at)')
}
