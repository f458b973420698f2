import { sql } from 'kysely'
import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { PolicyFacts } from '../fact-lines.ts'
import type { Tx } from '../policy-moves.ts'

/** The current facts of policy `p`; an unpublished successor is not named. */
const FACTS =
  sql.raw(`json_build_object('docNo', p.doc_no, 'depName', p.dep_name, 'level', p.level, 'area', coalesce(p.area_name, '全国'), 'supportModes', p.support_modes,
  'industries', p.industries, 'applyFrom', p.apply_from, 'applyTo', p.apply_to, 'urlType', p.url_type, 'applyUrl', p.apply_url,
  'maxAmount', p.max_amount / 1000000.0,
  'materials', coalesce((select json_agg(json_build_object('name', m.name, 'required', m.required, 'note', m.note) order by m.sort) from policy_material m where m.policy_id = p.id), '[]'),
  'process', p.process, 'attachments', p.attachments,
  'labels', coalesce((select json_agg(l.name order by l.sort, l.id) from policy_label_of c join policy_label l on l.id = c.label_id where c.policy_id = p.id), '[]'),
  'contacts', p.contact_units, 'sources', p.sources, 'sourceNote', p.source_note,
  'successor', (select n.title from policy n where n.code = p.superseded_by and n.state = ${POLICY_STATE.published} and not n.deleted))`)

/** Call before a published policy is changed: stores its present facts with its newest version. */
export const keepFacts = (db: Tx, policyId: number): Promise<unknown> =>
  sql`update policy_version v set facts = (select ${FACTS} from policy p where p.id = v.policy_id)
    where v.policy_id = ${policyId} and v.number = (select max(number) from policy_version where policy_id = ${policyId})`.execute(db)

/**
 * The facts of a version: the stored ones, or those of the policy when the version is the newest; null for older versions whose facts were
 * not stored.
 */
export async function factsOf(db: Db, policyId: number, number: number): Promise<PolicyFacts | null> {
  const { rows } = await sql<{ facts: PolicyFacts | null }>`select
      case when v.number = (select max(number) from policy_version where policy_id = p.id) then ${FACTS} else v.facts end as facts
    from policy p join policy_version v on v.policy_id = p.id where p.id = ${policyId} and v.number = ${number}`.execute(db)
  return rows[0]?.facts ?? null
}
