import { type Kysely, sql } from 'kysely'

/** Indexes for reading the audit log by action and by request, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'create index audit_log_action on audit_log (action, at desc)',
    'create index audit_log_request on audit_log (request_id) where request_id is not null',
    'create index visit_log_router on visit_log (router_name, at desc)',
  ])
    await sql.raw(statement).execute(db)
}
