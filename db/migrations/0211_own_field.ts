import { sql, type Kysely } from 'kysely'

/**
 * Fields that editors define. `current` is the version in use, `waiting` a change that waits for a second person. Every version that was in
 * use is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table own_field (
    id bigint generated always as identity primary key,
    current jsonb,
    waiting jsonb,
    waiting_by bigint,
    waiting_by_name text,
    opinion text,
    in_use boolean not null default false,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (current is not null or waiting is not null)
  )`)
  await run(`create table own_field_version (
    field_id bigint not null references own_field (id) on delete cascade,
    no integer not null,
    definition jsonb not null,
    made_by_name text,
    passed_by_name text,
    at timestamptz not null,
    primary key (field_id, no)
  )`)
}
