import type { PolicyRule, RuleNode } from '../policy/market.ts'
import type { WordedRule } from './rule-words.ts'
import type { Benefit, Condition } from './types.ts'

/**
 * A rule on the wire is checked for its size and depth only; the engine's own validator checks what each leaf and benefit says before it is
 * saved. These functions give what passed that validator the engine's types: the only place where one is taken for the other.
 */
export const typedCondition = (node: RuleNode): Condition => node as unknown as Condition
export const typedBenefit = (benefit: PolicyRule['benefits'][number]): Benefit => benefit as unknown as Benefit
export const typedRule = (rule: PolicyRule): WordedRule => rule as unknown as WordedRule
