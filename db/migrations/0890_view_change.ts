import { sql, type Kysely } from 'kysely'

/** A view of the platform as if a requested change of rights had taken effect (ADR 0890). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`alter table session add column viewing_change_id bigint references rights_change (id) on delete set null,
    add column viewing_change_version integer, add column viewing_rights_version integer`)
  await run('create index session_viewing_change on session (viewing_change_id) where viewing_change_id is not null')
}
