import type { Facts } from './facts.ts'
import type { Span } from './spans.ts'
import { add, larger, type Rational, toDecimal, ZERO } from './rational.ts'

/**
 * The exact amount of one benefit in 万元. `point` is the single figure of the data README (defaults used, upper end of a range); `upper`:
 * “不超过”. What the open facts in `unset` can change is computed for the whole rule at once (bounds.ts).
 */
export type Worth = { point: Rational; steps: string[]; unset: readonly string[]; range?: readonly [Rational, Rational]; upper?: true }
/** Without an amount: the missing raw fields, the zero divisors, and the possible range. */
export type Priced = { worth: Worth | undefined; missing: readonly string[]; zero?: readonly string[]; ends?: () => Span }
/** A compiled benefit; undefined = honour or reference, which has no amount. */
export type Pricer = (facts: Facts) => Priced

export const NOTHING: Worth = { point: ZERO, steps: [], unset: [] }
export const settled = (value: Rational, steps: string[]): Priced => ({
  worth: { point: larger(value, ZERO), steps, unset: [] },
  missing: [],
})
/** The words of a calculation, made only when they are needed. */
export const said = (facts: Facts, words: () => string[]): string[] => (facts.wordless ? [] : words())
/** The labels of facts, for people. */
export const named = ({ catalog }: Facts, keys: readonly string[]): string =>
  keys.map((key) => `“${catalog.byKey.get(key)?.label ?? key}”`).join('、')
/** “待补充（还差“企业规模”）”: names what is open. */
export const toFind = (facts: Facts, keys: readonly string[]): string => `待补充${keys.length ? `（还差${named(facts, keys)}）` : ''}`
export const money = (value: Rational): string => `${toDecimal(value, 4)}万元`

export function plus(a: Worth, b: Worth): Worth {
  const result: Worth = { point: add(a.point, b.point), steps: [...a.steps, ...b.steps], unset: [...a.unset, ...b.unset] }
  if (a.upper || b.upper) result.upper = true
  if (a.range || b.range) {
    const [low, high] = a.range ?? [a.point, a.point]
    const [from, to] = b.range ?? [b.point, b.point]
    result.range = [add(low, from), add(high, to)]
  }
  return result
}
