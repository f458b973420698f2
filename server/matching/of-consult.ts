import type { Answers, Explanation, Judgement } from '../../contract/matching.ts'
import type { ConsultVerdict } from '../../contract/matching/consult-verdict.ts'
import { authorizedFactsOf, noteSitting } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { consultSeenBy } from '../policy/index.ts'
import { calculate } from './calculate.ts'
import { fieldOf } from './catalogue.ts'

/**
 * The result of the policy asked about for the company's archive. It is read only with the company's consent, and the company sees that it
 * was read (P-01).
 */
export async function verdictOfConsult(
  k: Kernel,
  call: Call,
  actor: Actor,
  id: number,
): Promise<{ of: 'person' | 'withheld' | 'judged'; judgement: ConsultVerdict | null }> {
  const consult = await consultSeenBy(k.db, actor, id)
  if (!consult) throw notFound('该咨询不存在')
  const { companyId, policyCode } = consult
  if (companyId === null) return { of: 'person', judgement: null }
  const facts = await authorizedFactsOf(k.db, companyId)
  if (!facts) return { of: 'withheld', judgement: null }
  await noteSitting(k, call, actor, companyId, 'company.consult.read')
  const judgement = await judged(k, facts as Answers, policyCode)
  return { of: 'judged', judgement: judgement && inShort(judgement) }
}

/** The conditions line by line, without proof details, for writing an answer. */
export const inShort = ({ verdict, amount, conditions }: Judgement): ConsultVerdict => ({
  verdict,
  min: amount?.min ?? null,
  max: amount?.max ?? null,
  conditions: (conditions.kind === 'all' ? (conditions.children ?? []) : [conditions]).flatMap((part) => linesOf(part, 0)),
})
const linesOf = (part: Explanation, depth: number): ConsultVerdict['conditions'] => [
  { sentence: part.sentence, depth, result: part.result, facts: factsOf(part) },
  ...(part.children ?? []).flatMap((child) => linesOf(child, depth + 1)),
]
const factsOf = (part: Explanation): string =>
  part.result === 'unknown'
    ? (part.missing ?? []).map((key) => fieldOf(key)?.label ?? key).join('、')
    : [part.actualText, part.gapText].filter(Boolean).join(' · ')

/** null: the policy is no longer in force. */
async function judged(k: Kernel, answers: Answers, policyCode: string): Promise<Judgement | null> {
  try {
    return (await calculate(k, null, { answers, policyCodes: [policyCode] })).list[0] ?? null
  } catch (error) {
    if (error instanceof AppError && error.fields?.every((f) => f.path.startsWith('policyCodes'))) return null
    throw error
  }
}
