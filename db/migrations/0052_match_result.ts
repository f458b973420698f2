import { sql, type Kysely } from 'kysely'

/**
 * The result of matching for every consenting company, one compact row each: policies not listed are not met. Amounts in 元, in the order of
 * `met`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table company_match_result (
    company_id bigint primary key references company (id) on delete cascade,
    met integer[] not null,
    amount_min bigint[] not null,
    amount_max bigint[] not null,
    near integer[] not null,
    unknown integer[] not null,
    as_of date not null,
    facts_at timestamptz not null,
    check (cardinality(met) = cardinality(amount_min) and cardinality(met) = cardinality(amount_max))
  ) with (fillfactor = 80)`.execute(db)
  // The version of each rule that all rows reflect (policy:version), stored once for the table instead of once per row.
  await sql`create table match_rule_state (
    policy_id bigint primary key references policy (id) on delete cascade,
    stamp text not null,
    matched_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index company_match_row_day on company_match_row (as_of)`.execute(db)
}
