import type { Told } from './random-formulas.ts'
import type { Frac } from './slow-fractions.ts'
import type { Benefit, PolicyRule } from './types.ts'

/** What a benefit pays; undefined where a divisor is 0 or a list cannot be summed. */
export interface Paid {
  benefit: Benefit
  pays(facts: Told): Frac | undefined
}

/** A rule, and what it pays. */
export interface RuleAsked {
  rule: PolicyRule
  pays(facts: Told): Frac | undefined
}
