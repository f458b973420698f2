import { sql, type Kysely } from 'kysely'

/** Who answered an objection, by account: an upheld one changes what the list gives, and its author pays none of it (G-02). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table direct_objection add column resolved_by integer references sys_user').execute(db)
}
