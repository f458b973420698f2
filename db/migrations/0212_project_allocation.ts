import { sql, type Kysely } from 'kysely'

/** How the applicants of a project share its money, frozen by users who manage projects; every version stays unchanged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table project_allocation (
    id bigint generated always as identity primary key,
    project_id bigint not null references project (id),
    no integer not null,
    rule jsonb not null,
    rows jsonb not null,
    checksum text not null,
    reason text,
    made_by bigint,
    made_by_name text,
    at timestamptz not null,
    unique (project_id, no)
  )`)
}
