import { add, compare, multiply, type Rational, rational, smaller, subtract, ZERO } from './rational.ts'
import { INFINITE, MINUS_INFINITE, type Span } from './spans.ts'
import type { Tier } from './types.ts'

/** Sorts the tiers; a base on a shared bound belongs to the lower tier, whatever their order in the rule. */
export const byLowest = (tiers: readonly Tier[]): readonly Tier[] =>
  tiers.toSorted((a, b) => (a.min ?? Number.NEGATIVE_INFINITY) - (b.min ?? Number.NEGATIVE_INFINITY))

export function inTier(base: Rational, tier: Tier): boolean {
  if (tier.min != null) {
    const sign = compare(base, rational(tier.min))
    if (tier.minInclusive === false ? sign <= 0 : sign < 0) return false
  }
  if (tier.max == null) return true
  const sign = compare(base, rational(tier.max))
  return tier.maxInclusive === false ? sign < 0 : sign <= 0
}

/** The interval of a tier; both bounds belong to it unless it says otherwise. */
export const stretchOf = ({ min, minInclusive, max, maxInclusive }: Tier): Span => ({
  low: min == null ? MINUS_INFINITE : rational(min),
  high: max == null ? INFINITE : rational(max),
  lowOpen: minInclusive === false,
  highOpen: maxInclusive === false,
})

/** Each slice of the base at the rate of its own tier. */
export function marginal(base: Rational, tiers: readonly Tier[], added: number): Rational {
  let sum = ZERO
  for (const tier of tiers) {
    const from = rational(tier.min ?? 0)
    const to = tier.max == null ? base : smaller(base, rational(tier.max))
    if (compare(to, from) > 0) sum = add(sum, multiply(subtract(to, from), add(rational(tier.rate), rational(added))))
  }
  return sum
}
