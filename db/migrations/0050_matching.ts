import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table calculation (
    id bigint generated always as identity primary key,
    user_id bigint not null references sys_user (id) on delete cascade,
    name text not null,
    answers jsonb not null,
    use_archive boolean not null default false,
    matched integer not null,
    amount_min bigint not null,
    amount_max bigint not null,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index calculation_user on calculation (user_id, id desc)`.execute(db)
  await sql`create table company_match_row (
    company_id bigint primary key references company (id) on delete cascade,
    facts jsonb not null,
    as_of date not null,
    facts_at timestamptz not null
  )`.execute(db)
}
