import { sql, type Kysely } from 'kysely'

/** The budget of a year for allowances, in 分. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table allowance_budget (
    year integer primary key,
    amount bigint not null check (amount >= 0),
    version integer not null default 1,
    updated_at timestamptz not null
  )`.execute(db)
}
