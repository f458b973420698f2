import { type Kysely, sql } from 'kysely'

/** A question that was passed on waits for one person; who passed it on may leave a word, which its asker never reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table policy_consult add column passed_to bigint, add column passed_to_name text, add column passed_by bigint, add column passed_by_name text, add column pass_note text',
    'create index policy_consult_passed on policy_consult (passed_to) where state = 0 and passed_to is not null',
  ])
    await sql.raw(statement).execute(db)
}
