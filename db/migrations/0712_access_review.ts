import { sql, type Kysely } from 'kysely'

/** 权限复核 (ADR 0713): each quarter, whether every role of staff is still needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table access_review (
    id bigint generated always as identity primary key,
    name text not null,
    due_on date not null,
    opened_by bigint references sys_user (id) on delete set null,
    opened_at timestamptz not null,
    closed_at timestamptz
  )`)
  await run('create unique index access_review_open on access_review ((closed_at is null)) where closed_at is null')
  await run('create index access_review_opened_by on access_review (opened_by)')
  await run(`create table access_review_row (
    id bigint generated always as identity primary key,
    review_id bigint not null references access_review on delete cascade,
    user_id bigint not null references sys_user on delete cascade,
    role_id bigint not null references role on delete cascade,
    office_id bigint references office (id) on delete set null,
    granted_by bigint references sys_user (id) on delete set null,
    granted_at timestamptz not null,
    last_login timestamptz,
    facts text[] not null,
    state smallint not null default 0 check (state in (0, 1, 2, 3)),
    decided_by bigint references sys_user (id) on delete set null,
    decided_at timestamptz,
    reason text not null default '',
    version int not null default 1,
    updated_at timestamptz not null,
    unique (review_id, user_id, role_id)
  )`)
  for (const column of ['user_id', 'role_id', 'office_id', 'granted_by', 'decided_by'])
    await run(`create index access_review_row_${column} on access_review_row (${column})`)
}
