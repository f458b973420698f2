import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // One code per company. The token is the content of the QR code; a refreshed code has a new one and the old becomes invalid. The colour
  // is not stored: it is read from the archive each time, and only while the company consents (P-01).
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
