import { sql, type Kysely } from 'kysely'

/** An index for every filter and order of the company list, alone and with the usual order by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  // Two characters form a word in Chinese, so a trigram index does not help.
  await run(`create function name_grams(name text) returns text[] language sql immutable strict parallel safe as
    $$ select coalesce(array_agg(distinct substr(name, i, 2)), '{}') from generate_series(1, length(name) - 1) i $$`)
  await run('create index company_name_grams on company using gin (name_grams(name))')
  await run('drop index company_name')
  await run('create index company_code_part on company using gin (credit_code gin_trgm_ops)')
  await run('drop index company_street')
  await run('create index company_street on company (street_id, name, id)')
  await run('drop index company_industry')
  await run('create index company_industry on company (industry text_pattern_ops, name, id)')
  await run('create index company_auth on company (auth_status, name, id)')
  await run('create index company_business_type on company (business_type, name, id)')
  await run('create index company_registered on company (registered_date, id)')
  await run('create index company_updated on company (updated_at, id)')
  await run('create index company_completeness on company (completeness, id)')
  await run('create index company_created on company (created_at, id)')
}
