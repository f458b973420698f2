import { sql, type Kysely } from 'kysely'

/** What a row was before and after a change, so that the change can be taken back (ADR 0876). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table row_change (
    id bigint generated always as identity primary key,
    kind text not null,
    row_id bigint not null,
    name text not null,
    before jsonb,
    after jsonb,
    changed_by bigint references sys_user (id) on delete set null,
    changed_by_name text not null,
    changed_at timestamptz not null,
    undone_at timestamptz,
    check (before is not null or after is not null)
  )`)
  await run('create index row_change_kind on row_change (kind, id desc)')
  await run('create index row_change_row on row_change (kind, row_id, id) where undone_at is null')
  await run('create index row_change_changed_by on row_change (changed_by)')
}
