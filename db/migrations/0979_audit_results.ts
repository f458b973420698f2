import { type Kysely, sql } from 'kysely'

/** Indexes for reading what was refused or failed: few among very many rows, so each is small and seldom written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create index audit_log_bad on audit_log (result, at desc, id desc) where result <> 'ok'`,
    `create index audit_log_bad_pair on audit_log (actor_id, action, at desc, id desc) where result <> 'ok'`,
    `create index audit_log_bad_action on audit_log (action, at desc, id desc) where result <> 'ok'`,
    `create index audit_log_bad_kind on audit_log (object_type, action, at desc, id desc) where result <> 'ok'`,
  ])
    await sql.raw(statement).execute(db)
}
