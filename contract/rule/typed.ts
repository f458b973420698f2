import type { PolicyRule, RuleNode } from '../policy/market.ts'
import type { WordedRule } from './rule-words.ts'
import type { Benefit, Condition } from './types.ts'

/**
 * A rule on the wire is checked only for its size and depth; the validator of the engine checks leaves and benefits before it is saved.
 * These functions give a validated rule the types of the engine; types are converted only here.
 */
export const typedCondition = (node: RuleNode): Condition => node as unknown as Condition
export const typedBenefit = (benefit: PolicyRule['benefits'][number]): Benefit => benefit as unknown as Benefit
export const typedRule = (rule: PolicyRule): WordedRule => rule as unknown as WordedRule
