import { type Kysely, sql } from 'kysely'

/** Changes of menus, dictionaries and figures that wait for their time (domains/system.md E4, ADR 1004). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table later_change (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    kind text not null,
    scope text not null default '',
    row_id bigint,
    name text not null,
    removes boolean not null default false,
    payload jsonb not null,
    before jsonb,
    after jsonb,
    effective_at timestamptz not null,
    reason text not null default '',
    created_by bigint references sys_user (id) on delete set null,
    created_by_name text not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    updated_at timestamptz not null
  )`,
    )
    .execute(db)
  // A record has one waiting change: a second one would be written against a version that the first makes old.
  await sql.raw('create unique index later_change_waiting on later_change (kind, row_id) where state = 0').execute(db)
  await sql.raw('create index later_change_due on later_change (effective_at) where state = 0').execute(db)
  await sql.raw('create index later_change_kind on later_change (kind, ended_at)').execute(db)
  await sql.raw('create index later_change_created_by on later_change (created_by)').execute(db)
}
