import { type Kysely, sql } from 'kysely'

/** The limits and budgets of text messages, one row once a security officer has changed them (ADR 0995). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sms_limit (
    id smallint primary key default 1 check (id = 1),
    version integer not null default 1,
    limits jsonb not null,
    updated_by bigint references sys_user (id) on delete set null,
    updated_by_name text not null,
    updated_at timestamptz not null
  )`.execute(db)
  await sql`create index sms_limit_updated_by on sms_limit (updated_by)`.execute(db)
}
