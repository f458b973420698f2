import { sql, type Kysely } from 'kysely'

/** Views of lists that staff share with a role (ADR 1008). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table shared_view (
    id bigint generated always as identity primary key,
    role_id bigint not null references role (id) on delete cascade,
    table_name text not null,
    name text not null,
    page text not null,
    filters jsonb not null,
    sort text,
    shared_by bigint references sys_user (id) on delete set null,
    shared_at timestamptz not null,
    version integer not null default 1,
    unique (role_id, table_name, name)
  )`.execute(db)
  await sql`create index shared_view_table on shared_view (table_name)`.execute(db)
  await sql`create index shared_view_shared_by on shared_view (shared_by)`.execute(db)
}
