import { sql, type Kysely } from 'kysely'

/** Limits across policies: 就高不重复, caps, budget pools. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table stack_limit (
    id bigint generated always as identity primary key,
    name text not null unique,
    kind text not null check (kind in ('exclude', 'cap', 'pool')),
    codes text[] not null,
    most integer not null default 1 check (most > 0),
    amount bigint check (amount >= 0),
    per_year boolean not null default false,
    basis text not null default '',
    enabled boolean not null default true,
    version integer not null default 1,
    updated_at timestamptz not null default now(),
    check ((kind = 'exclude') = (amount is null))
  )`.execute(db)
}
