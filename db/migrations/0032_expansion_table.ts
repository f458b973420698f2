import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run('alter table company add column business_type text')

  // Expansion tables (spec §3 L68): questions of staff to companies beyond the catalogue. Rows are disabled, never deleted.
  await run(`create table expansion_table (
    id bigint generated always as identity primary key,
    name text not null unique,
    note text not null default '',
    business_type text not null default 'all',
    filled_by text not null default 'company' check (filled_by in ('company', 'staff')),
    multi_row boolean not null default true,
    enabled boolean not null default true,
    sort integer not null default 0,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    updated_by bigint
  )`)
  await run('create index expansion_table_order on expansion_table (sort, id)')

  await run(`create table expansion_field (
    id bigint generated always as identity primary key,
    table_id bigint not null references expansion_table (id),
    field_key text not null,
    name text not null,
    field_type text not null,
    required boolean not null default false,
    is_key boolean not null default false,
    personal boolean not null default false,
    dict_type text,
    options jsonb,
    unit text,
    min double precision,
    max double precision,
    max_length integer,
    hint text not null default '',
    enabled boolean not null default true,
    sort integer not null default 0,
    unique (table_id, field_key),
    unique (table_id, name)
  )`)

  // values and origins by field key; personal values are sealed in values (server/company/expansion/seal.ts). row_key identifies a row when
  // a sheet is imported again.
  await run(`create table expansion_row (
    id bigint generated always as identity primary key,
    table_id bigint not null references expansion_table (id),
    company_id bigint not null references company (id) on delete cascade,
    row_key text not null,
    values jsonb not null,
    origins jsonb not null default '{}',
    source text not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    updated_by bigint,
    unique (company_id, table_id, row_key)
  )`)
  await run('create index expansion_row_table on expansion_row (table_id, id)')
}
