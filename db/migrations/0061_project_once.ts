import { sql, type Kysely } from 'kysely'

/** A second click on 保存 must not make a second project (K-02). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index project_once on project (policy_id, name)`.execute(db)
}
