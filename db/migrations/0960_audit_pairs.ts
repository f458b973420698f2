import { type Kysely, sql } from 'kysely'

/** Indexes for reading the audit log by two conditions that each have millions of rows and together few (ADR 0960). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'create index audit_log_pair on audit_log (actor_id, action, at desc, id desc)',
    'create index audit_log_kind on audit_log (object_type, action, at desc, id desc)',
  ])
    await sql.raw(statement).execute(db)
}
