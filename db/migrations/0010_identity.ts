import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`create table office (
    id bigint generated always as identity primary key,
    code text not null unique,
    name text not null,
    parent_id bigint references office (id),
    sort integer not null default 0,
    enabled boolean not null default true
  )`)
  await run('create index office_parent on office (parent_id)')

  // company_id gets its foreign key from the company domain, whose tables come later.
  await run(`create table sys_user (
    id bigint generated always as identity primary key,
    user_name text not null unique check (user_name = lower(user_name) and length(user_name) between 2 and 64),
    name text not null,
    type text not null check (type in ('QY', 'GR', 'YYF')),
    mobile text,
    account_id text unique,
    password_hash text,
    password_changed_at timestamptz,
    company_id bigint,
    office_id bigint references office (id),
    enabled boolean not null default true,
    rights_version integer not null default 1,
    created_at timestamptz not null default now()
  )`)
  await run('create index sys_user_company on sys_user (company_id)')
  await run('create index sys_user_office on sys_user (office_id)')

  await run(`create table role (
    id bigint generated always as identity primary key,
    code text not null unique,
    name text not null,
    exclusive_group text,
    unique (id, exclusive_group)
  )`)
  await run(`create table role_permission (
    role_id bigint not null references role (id) on delete cascade,
    permission text not null,
    primary key (role_id, permission)
  )`)
  // C-06: a user holds at most one role of an exclusive group. The copied column makes the database refuse the second.
  await run(`create table user_role (
    user_id bigint not null references sys_user (id) on delete cascade,
    role_id bigint not null references role (id) on delete cascade,
    exclusive_group text,
    granted_by bigint references sys_user (id),
    granted_at timestamptz not null default now(),
    primary key (user_id, role_id),
    unique (user_id, exclusive_group)
  )`)
  await run('create index user_role_role on user_role (role_id)')
  await run('create index user_role_granted_by on user_role (granted_by)')
  await run(`create function user_role_group() returns trigger language plpgsql as $$
    begin
      select exclusive_group into new.exclusive_group from role where id = new.role_id;
      return new;
    end $$`)
  await run('create trigger user_role_group before insert or update on user_role for each row execute function user_role_group()')

  await run(`create table menu (
    id bigint generated always as identity primary key,
    parent_id bigint references menu (id) on delete cascade,
    name text not null,
    url text not null default '',
    description text not null default '',
    icon text not null default '',
    sort integer not null default 0,
    hidden boolean not null default false,
    disabled boolean not null default false
  )`)
  await run('create index menu_parent on menu (parent_id)')
  await run(`create table role_menu (
    role_id bigint not null references role (id) on delete cascade,
    menu_id bigint not null references menu (id) on delete cascade,
    primary key (role_id, menu_id)
  )`)
  await run('create index role_menu_menu on role_menu (menu_id)')

  await run(`create table link (
    id bigint generated always as identity primary key,
    position text not null check (position in ('menu', 'quick', 'gov')),
    name text not null,
    url text not null,
    description text not null default '',
    signed boolean not null default false,
    sort integer not null default 0,
    hidden boolean not null default false,
    disabled boolean not null default false
  )`)

  await run(`create table session (
    id text primary key,
    user_id bigint not null references sys_user (id) on delete cascade,
    variant text not null,
    created_at timestamptz not null,
    absolute_end timestamptz not null,
    seen_at timestamptz not null,
    ip text,
    user_agent text,
    revoked_at timestamptz,
    revoke_reason text
  )`)
  await run('create index session_of_user on session (user_id, created_at) where revoked_at is null')
  await run('create index session_end on session (absolute_end)')
  await run(`create table session_token (
    hash text primary key,
    session_id text not null references session (id) on delete cascade,
    kind text not null check (kind in ('access', 'refresh')),
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    rights_version integer not null,
    used_at timestamptz,
    successor text
  )`)
  await run('create index session_token_session on session_token (session_id)')
  await run('create index session_token_expires on session_token (expires_at)')

  await run(`create table login_challenge (
    id text primary key,
    nonce text not null unique,
    answer text not null,
    proof text not null,
    expires_at timestamptz not null
  )`)
  await run('create index login_challenge_expires on login_challenge (expires_at)')
  await run(`create table login_counter (
    key text primary key,
    window_start timestamptz not null,
    count integer not null,
    locked_until timestamptz
  )`)
  await run('create index login_counter_window on login_counter (window_start)')
  await run(`create table password_history (
    id bigint generated always as identity primary key,
    user_id bigint not null references sys_user (id) on delete cascade,
    hash text not null,
    at timestamptz not null
  )`)
  await run('create index password_history_user on password_history (user_id, id desc)')

  await run(`create table sso_flow (
    state text primary key,
    browser text not null,
    nonce text not null,
    verifier text not null,
    redirect_uri text not null,
    redirect text not null,
    expires_at timestamptz not null
  )`)
  await run('create index sso_flow_expires on sso_flow (expires_at)')
}
