import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table allowance (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    company_id bigint not null references company (id) on delete cascade,
    policy_id bigint references policy (id) on delete set null,
    declaration_id bigint references declaration (id) on delete set null,
    project_name text not null,
    year integer not null,
    amount bigint not null check (amount > 0),
    office_id bigint references office (id) on delete set null,
    note text,
    files jsonb not null default '[]',
    source text not null,
    state smallint not null default 0,
    opinion text,
    reviewed_by text,
    reviewed_at timestamptz,
    public_from date,
    public_to date,
    open_objections integer not null default 0,
    pay_date date,
    voucher text,
    created_by bigint references sys_user (id) on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`.execute(db)
  // The same sum is not given twice; a refused one may be requested again.
  await sql`create unique index allowance_once on allowance (company_id, coalesce(policy_id, 0), project_name, year) where state <> 2`.execute(
    db,
  )
  await sql`create index allowance_state on allowance (state, id desc)`.execute(db)
  await sql`create index allowance_company on allowance (company_id, id desc)`.execute(db)
  await sql`create index allowance_office on allowance (office_id, state, id desc)`.execute(db)
  await sql`create index allowance_year on allowance (year, id desc)`.execute(db)
  await sql`create index allowance_created on allowance (created_at)`.execute(db)
  await sql`create index allowance_public on allowance (public_to) where state = 1 and public_to is not null`.execute(db)
  await sql`create table allowance_objection (
    id bigint generated always as identity primary key,
    allowance_id bigint not null references allowance (id) on delete cascade,
    user_id bigint references sys_user (id) on delete set null,
    content text not null,
    state smallint not null default 0,
    reply text,
    created_at timestamptz not null default now(),
    resolved_at timestamptz,
    unique (allowance_id, user_id)
  )`.execute(db)
  await sql`create table allowance_log (
    id bigint generated always as identity primary key,
    allowance_id bigint not null references allowance (id) on delete cascade,
    move text not null,
    state smallint not null,
    actor_name text not null,
    note text,
    at timestamptz not null default now()
  )`.execute(db)
  await sql`create index allowance_log_of on allowance_log (allowance_id, id)`.execute(db)
}
