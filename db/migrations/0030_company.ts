import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Persons and phones are sealed (P-03): *_index are blind indexes for equality; the database contains no clear text.
  await run(`create table company (
    id bigint generated always as identity primary key,
    credit_code text not null unique,
    name text not null,
    street_id text,
    street_name text,
    industry text,
    address text,
    registered_date date,
    legal_person text,
    legal_person_index text,
    legal_person_phone text,
    legal_person_phone_index text,
    contact_person text,
    contact_phone text,
    contact_phone_index text,
    auth_status text not null default '00' check (auth_status in ('00', '01', '02')),
    completeness smallint not null default 0 check (completeness between 0 and 100),
    whole_info boolean not null default false,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run('create index company_name on company using gin (name gin_trgm_ops)')
  await run('create index company_by_name on company (name, id)')
  await run('create index company_street on company (street_id)')
  await run('create index company_industry on company (industry)')
  await run('create index company_legal_phone on company (legal_person_phone_index)')
  await run('create index company_contact_phone on company (contact_phone_index)')

  await run(`create table company_fact (
    company_id bigint not null references company (id) on delete cascade,
    field_key text not null,
    value jsonb not null,
    source text not null,
    as_of date,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    primary key (company_id, field_key)
  )`)

  // One row per company for matching; written with company_fact in one transaction. authorized follows company.auth_status = '02'.
  await run(`create table company_facts (
    company_id bigint primary key references company (id) on delete cascade,
    facts jsonb not null default '{}',
    authorized boolean not null default false,
    updated_at timestamptz not null default now()
  )`)

  await run(`create table company_authorization (
    id bigint generated always as identity primary key,
    company_id bigint not null references company (id) on delete cascade,
    auth_status text not null check (auth_status in ('01', '02')),
    text_version text not null,
    at timestamptz not null default now(),
    user_id bigint,
    account text not null,
    channel text not null,
    ip text
  )`)
  await run('create index company_authorization_company on company_authorization (company_id, id desc)')

  await run('alter table sys_user add constraint sys_user_company_fk foreign key (company_id) references company (id)')
}
