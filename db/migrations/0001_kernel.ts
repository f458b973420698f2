import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('create extension if not exists pg_trgm')

  await run(`create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    actor_id bigint,
    actor_type text not null,
    actor_role text,
    ip text,
    action text not null,
    object_type text,
    object_id text,
    result text not null check (result in ('ok', 'refused', 'failed')),
    request_id text,
    detail jsonb,
    mac text not null,
    seal_no bigint unique,
    prev_seal text,
    seal text
  )`)
  await run('create index audit_log_at on audit_log (at desc)')
  await run('create index audit_log_actor on audit_log (actor_id, at desc)')
  await run('create index audit_log_object on audit_log (object_type, object_id, at desc)')
  await run('create index audit_log_unsealed on audit_log (id) where seal is null')
  // Append-only: the sealing job may fill the three seal columns once; nothing else may change.
  await run(`create function audit_log_append_only() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' then
        raise exception 'audit_log is append-only (%)', tg_op using errcode = 'insufficient_privilege';
      end if;
      if old.seal is not null
         or to_jsonb(new) - '{seal_no,prev_seal,seal}'::text[] is distinct from to_jsonb(old) - '{seal_no,prev_seal,seal}'::text[] then
        raise exception 'audit_log is append-only (UPDATE)' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$`)
  await run(`create trigger audit_log_row before update or delete on audit_log
    for each row execute function audit_log_append_only()`)
  await run(`create trigger audit_log_whole before truncate on audit_log
    for each statement execute function audit_log_append_only()`)

  await run(`create table outbox (
    id bigint generated always as identity primary key,
    kind text not null,
    key text not null unique,
    payload jsonb not null,
    state text not null default 'pending' check (state in ('pending', 'done', 'dead')),
    attempts integer not null default 0,
    run_after timestamptz not null default now(),
    last_error text,
    created_at timestamptz not null default now(),
    done_at timestamptz
  )`)
  await run(`create index outbox_pending on outbox (run_after, id) where state = 'pending'`)

  await run(`create table task (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    owner_id bigint,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    done bigint not null default 0,
    total bigint,
    message text,
    cancel_requested boolean not null default false,
    params jsonb,
    result jsonb,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    finished_at timestamptz
  )`)
  await run('create index task_owner on task (owner_id, created_at desc)')

  await run(`create table file (
    key text primary key check (length(key) >= 22),
    name text not null,
    size bigint not null check (size >= 0),
    mime text not null,
    sha256 text not null,
    owner_id bigint,
    biz_type text,
    object_type text,
    object_id text,
    visibility text not null default 'private' check (visibility in ('private', 'public')),
    scan_state text not null default 'pending' check (scan_state in ('pending', 'clean', 'infected', 'skipped')),
    created_at timestamptz not null default now()
  )`)
  await run('create index file_owner on file (owner_id, created_at desc)')
  await run('create index file_object on file (object_type, object_id)')

  await run(`create table dict_type (
    code text primary key,
    name text not null,
    enabled boolean not null default true
  )`)
  await run(`create table dict_value (
    dict_type text not null references dict_type (code) on delete cascade,
    value text not null,
    label text not null,
    parent text,
    sort integer not null default 0,
    enabled boolean not null default true,
    primary key (dict_type, value),
    foreign key (dict_type, parent) references dict_value (dict_type, value)
  )`)
  await run('create index dict_value_parent on dict_value (dict_type, parent)')

  await run(`create table visit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    user_id bigint,
    user_type text,
    router_name text not null,
    page_title text,
    ip text,
    request_id text
  )`)
  await run('create index visit_log_at on visit_log (at desc)')
  await run('create index visit_log_user on visit_log (user_id, at desc)')

  await run(`create table business_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    user_id bigint,
    user_type text,
    kind text not null,
    object_type text,
    object_id text,
    detail jsonb,
    ip text
  )`)
  await run('create index business_log_at on business_log (at desc)')
  await run('create index business_log_user on business_log (user_id, at desc)')
  await run('create index business_log_object on business_log (object_type, object_id)')

  await run(`create table idempotency_key (
    actor text not null,
    endpoint text not null,
    key text not null,
    request_hash text not null,
    state text not null default 'running' check (state in ('running', 'done')),
    response jsonb,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (actor, endpoint, key)
  )`)
  await run('create index idempotency_key_expires on idempotency_key (expires_at)')

  // Columns as rate-limiter-flexible's RateLimiterPostgres reads them; expire is in milliseconds.
  await run(`create table rate_limit (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`)
  await run('create index rate_limit_expire on rate_limit (expire)')

  await run(`create table holiday (
    day date primary key,
    kind text not null check (kind in ('off', 'work')),
    name text
  )`)
}
