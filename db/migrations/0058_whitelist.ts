import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table whitelist_company (
    policy_id bigint not null references policy (id) on delete cascade,
    credit_code text not null,
    company_name text not null,
    added_at timestamptz not null default now(),
    added_by bigint references sys_user (id) on delete set null,
    primary key (policy_id, credit_code)
  )`.execute(db)
  await sql`create index whitelist_company_code on whitelist_company (credit_code)`.execute(db)
}
