import { REQUIRED_ANSWER, unansweredOf } from '../../../contract/matching/asked.ts'
import type { replenish } from '../../../contract/matching/replenish.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { officialSourceOf, ownFactsOf, saveArchive } from '../../company/index.ts'
import { companyOf, type Actor } from '../../kernel/actor.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { currentRules } from '../rule-book.ts'
import { formQuestions } from './forms.ts'

/**
 * Saves the archive when every required question of the policy's form is answered. Facts that only a department may state are not asked.
 */
export async function replenishArchive(k: Kernel, call: Call, actor: Actor, input: Parsed<typeof replenish.save>['body']) {
  const { policyId, ...save } = input
  if (!(await currentRules(k)).some((r) => r.id === policyId)) throw notFound('该政策不存在或已被删除')
  const questions = (await formQuestions(k, { policyId }, null)).map((q) => ({ ...q, required: q.required && !officialSourceOf(q.key) }))
  const facts = await ownFactsOf(
    k,
    k.db,
    companyOf(actor),
    questions.map((q) => q.key),
  )
  const known = { ...Object.fromEntries(Object.entries(facts).map(([key, { value }]) => [key, value])), ...save.values }
  const open = unansweredOf(questions, known)
  if (open.length) throw invalid(open.map(({ key }) => ({ path: `values.${key}`, message: REQUIRED_ANSWER })))
  return saveArchive(k, call, actor, save)
}
