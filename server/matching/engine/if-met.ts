import { price } from './amount.ts'
import type { Facts } from './facts.ts'
import type { CompiledPolicy } from './judge.ts'
import type { Amount, Answers, GapPlan } from './types.ts'

/** The company's answers with the gaps of a plan closed, where a raw figure can be set to the required value; shares stay unchanged. */
export function closed(answers: Answers, plan: GapPlan, raw: (key: string) => boolean): Answers {
  const set = plan.steps.flatMap((step) => (step.target !== undefined && !step.metAt && raw(step.field) ? [[step.field, step.target]] : []))
  return { ...answers, ...Object.fromEntries(set) }
}

/** What the policy pays by these facts, regardless of its conditions; null for honours and when a fact is missing. */
export function worthOf(policy: CompiledPolicy, facts: Facts): Amount | null {
  if (!policy.payment.money.length) return null
  const found = price(policy.payment, facts)
  return 'steps' in found ? found : null
}
