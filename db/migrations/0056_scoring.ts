import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table score_detail (
    id bigint generated always as identity primary key,
    company_id bigint not null references company (id) on delete cascade,
    table_id text not null,
    cells jsonb not null,
    updated_at timestamptz not null default now(),
    updated_by bigint references sys_user (id) on delete set null
  )`.execute(db)
  await sql`create index score_detail_company on score_detail (company_id, table_id, id)`.execute(db)
  await sql`create table score_result (
    company_id bigint not null references company (id) on delete cascade,
    scheme text not null,
    score_min double precision not null,
    score_max double precision not null,
    status text not null,
    groups jsonb not null,
    missing integer not null,
    as_of date not null,
    facts_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (company_id, scheme)
  )`.execute(db)
  await sql`create index score_result_best on score_result (scheme, score_min desc, score_max desc, company_id)`.execute(db)
  await sql`create index score_result_status on score_result (scheme, status, score_min desc, score_max desc, company_id)`.execute(db)
}
