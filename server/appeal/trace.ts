import type { AppealTrace } from '../../contract/appeal/policy.ts'
import { authorizedFactsOf, noteSitting } from '../company/index.ts'
import { signedIn } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { inShort, judgePolicies } from '../matching/index.ts'
import { ruleStamps } from '../policy/index.ts'
import { seenBy } from './queries.ts'

/**
 * When a consenting company files, its size (for the routes) and that day's verdict for the appeal's policy are stored. Without consent the
 * archive is not read (P-01).
 */
export async function archiveAt(
  k: Kernel,
  companyId: number | null,
  policyId: number | undefined,
): Promise<{ size: string | null; trace: string | null }> {
  if (companyId === null) return { size: null, trace: null }
  const facts = await authorizedFactsOf(k.db, companyId)
  if (!facts) return { size: null, trace: null }
  const above = facts.isScaleAbove
  const size = typeof above === 'boolean' ? (above ? 'above' : 'below') : null
  return { size, trace: policyId === undefined ? null : await verdictNow(k, companyId, policyId) }
}

/** The conditions that stood in the way, without the unmet alternatives inside a condition that is met. */
export function unmet(conditions: ReturnType<typeof inShort>['conditions']): AppealTrace['failed'] {
  let met = Number.POSITIVE_INFINITY
  return conditions.flatMap(({ sentence, depth, result, facts }) => {
    if (depth > met) return []
    met = result === 'true' ? depth : Number.POSITIVE_INFINITY
    return result === 'true' ? [] : [{ sentence, result, facts }]
  })
}

async function verdictNow(k: Kernel, companyId: number, policyId: number): Promise<string | null> {
  const judgement = (await judgePolicies(k, companyId, [policyId]))?.get(policyId)
  if (!judgement) return null
  const asOf = today(k.clock)
  const stamp = (await ruleStamps(k.db, asOf, [policyId]))[0]?.stamp ?? ''
  const { verdict, conditions } = inShort(judgement)
  const trace: AppealTrace = {
    policyId,
    policyTitle: judgement.title,
    version: Number(stamp.split(':')[1] ?? 0),
    asOf,
    verdict,
    failed: unmet(conditions),
  }
  return JSON.stringify(trace)
}

/** The stored verdict for staff who handle the appeal; the company sees that it was read. A withdrawn consent hides it. */
export async function traceOf(k: Kernel, call: Call, id: number): Promise<{ withheld: boolean; trace: AppealTrace | null }> {
  const actor = signedIn(call.actor)
  const row = await seenBy(k.db, actor).where('a.id', '=', id).select(['a.company_id', 'a.trace']).executeTakeFirst()
  if (!row) throw notFound('该诉求不存在或已被删除')
  if (row.trace === null || row.company_id === null) return { withheld: false, trace: null }
  if (!(await authorizedFactsOf(k.db, row.company_id))) return { withheld: true, trace: null }
  await noteSitting(k, call, actor, row.company_id, 'company.appeal.read')
  return { withheld: false, trace: row.trace }
}
