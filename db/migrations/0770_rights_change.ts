import { sql, type Kysely } from 'kysely'

/** 权限变更申请 (ADR 0715): requested by one security officer and decided by another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table rights_change (
    id bigint generated always as identity primary key,
    user_id bigint references sys_user on delete cascade,
    role_id bigint references role on delete cascade,
    resource text,
    title text not null,
    before jsonb not null,
    after jsonb not null,
    reason text not null,
    hash text not null,
    state smallint not null default 0 check (state in (0, 1, 2, 3, 4)),
    proposed_by bigint references sys_user (id) on delete set null,
    proposed_by_name text not null,
    proposed_at timestamptz not null,
    decided_by bigint references sys_user (id) on delete set null,
    decided_by_name text,
    decided_at timestamptz,
    opinion text not null default '',
    version int not null default 1,
    updated_at timestamptz not null,
    check ((user_id is null) <> (role_id is null)),
    check (resource is null or role_id is not null)
  )`)
  await run('create unique index rights_change_open_person on rights_change (user_id) where state = 0 and user_id is not null')
  await run(
    "create unique index rights_change_open_role on rights_change (role_id, coalesce(resource, '')) where state = 0 and role_id is not null",
  )
  for (const column of ['user_id', 'role_id', 'proposed_by', 'decided_by'])
    await run(`create index rights_change_${column} on rights_change (${column})`)
}
