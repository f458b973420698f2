import { sql, type Kysely } from 'kysely'

/** Who answered an objection, by account: an upheld one changes what the list gives, and its author pays none of it (G-02). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table direct_objection add column resolved_by integer references sys_user').execute(db)
  await sql.raw('create index direct_objection_resolved_by on direct_objection (resolved_by) where resolved_by is not null').execute(db)
}
