import { type Kysely, sql } from 'kysely'

/** A question that was passed on waits for one person; the note is never shown to the user who asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table policy_consult add column passed_to bigint references sys_user (id), add column passed_to_name text, add column passed_by bigint references sys_user (id), add column passed_by_name text, add column pass_note text',
    'create index policy_consult_passed_to on policy_consult (passed_to)',
    'create index policy_consult_passed_by on policy_consult (passed_by)',
  ])
    await sql.raw(statement).execute(db)
}
