import { sql, type Kysely } from 'kysely'

/** Indexes for foreign keys, so that deleting a user, policy or form does not scan whole tables. */
const indexes = [
  'policy_label (parent_id)',
  'score_detail (updated_by)',
  'match_form (updated_by)',
  'golden_case (updated_by)',
  'calculator_setting (updated_by)',
  'whitelist_company (added_by)',
  'allowance (policy_id)',
  'allowance (declaration_id)',
  'allowance (created_by)',
  'allowance_objection (user_id)',
  'declaration (copied_from)',
  'declaration (project_id, form_version)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const on of indexes) await sql.raw(`create index ${on.replace(/\W+/g, '_').replace(/_$/, '')}_fk on ${on}`).execute(db)
}
