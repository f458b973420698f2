import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table match_form (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    name text not null,
    policy_id bigint not null references policy (id) on delete cascade,
    enabled boolean not null default true,
    questions jsonb not null,
    updated_at timestamptz not null default now(),
    updated_by bigint references sys_user (id) on delete set null
  )`.execute(db)
  // At most one enabled form per policy.
  await sql`create unique index match_form_enabled on match_form (policy_id) where enabled`.execute(db)
  await sql`create table golden_case (
    id bigint generated always as identity primary key,
    policy_id bigint not null references policy (id) on delete cascade,
    name text not null,
    answers jsonb not null,
    apply_date date,
    expect text not null,
    amount bigint,
    note text,
    updated_at timestamptz not null default now(),
    updated_by bigint references sys_user (id) on delete set null,
    unique (policy_id, name)
  )`.execute(db)
  await sql`create table calculator_setting (
    id smallint primary key check (id = 1),
    settings jsonb not null,
    updated_at timestamptz not null default now(),
    updated_by bigint references sys_user (id) on delete set null
  )`.execute(db)
}
