import fc from 'fast-check'
import type { Asked } from './random-conditions.ts'
import type { Told } from './random-formulas.ts'
import type { Frac } from './slow-fractions.ts'
import type { Benefit, PolicyRule } from './types.ts'

/** What a benefit pays; undefined for a divisor of 0 or a list that cannot be summed. */
export interface Paid {
  benefit: Benefit
  pays(facts: Told): Frac | undefined
}

/** A rule, and what it pays. */
export interface RuleAsked {
  rule: PolicyRule
  pays(facts: Told): Frac | undefined
}

/** 一事一议: not part of the sum, whatever its condition. */
export const settledByPeople = (conditions: fc.Arbitrary<Asked>): fc.Arbitrary<Paid> =>
  fc
    .record({ when: conditions.map(({ node }) => node), cap: fc.constant(40) }, { requiredKeys: [] })
    .map((more) => ({ benefit: { kind: 'negotiated', name: '议', ...more }, pays: () => [0n, 1n] }))
