import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // One code a company. The token is what the QR code carries; a refreshed code has a new one and the old is worth nothing. The colour is not
  // kept: it is read from the archive each time, and only while the company's consent stands (P-01).
  await run(`create table company_code (
    id bigint generated always as identity primary key,
    company_id bigint not null unique references company (id) on delete cascade,
    token text not null unique,
    enabled boolean not null default true,
    issued_at timestamptz not null,
    refreshed_at timestamptz not null,
    version integer not null default 1
  )`)
  await run('create index company_code_issued on company_code (issued_at)')
}
