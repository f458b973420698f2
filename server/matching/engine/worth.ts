import type { Facts } from './facts.ts'
import { add, larger, type Rational, toDecimal, ZERO } from './rational.ts'

/**
 * What one benefit is worth, exact, 万元. `point` is the single figure of the data README (defaults taken, upper end of a range);
 * low and high enclose what the facts in `unset` may still make of it; `open` = nothing limits it upwards.
 */
export type Worth = {
  low: Rational
  high: Rational
  point: Rational
  open: boolean
  steps: string[]
  unset: readonly string[]
  range?: readonly [Rational, Rational]
}
export type Priced = { worth: Worth | undefined; missing: readonly string[] }
/** A benefit ready to be computed; undefined = honour or reference, which has no amount. */
export type Pricer = (facts: Facts) => Priced

export const NOTHING: Worth = { low: ZERO, high: ZERO, point: ZERO, open: false, steps: [], unset: [] }
export const settled = (value: Rational, steps: string[]): Priced => {
  const money = larger(value, ZERO)
  return { worth: { low: money, high: money, point: money, open: false, steps, unset: [] }, missing: [] }
}
/** The words of a calculation, made only where somebody reads them. */
export const said = (facts: Facts, words: () => string[]): string[] => (facts.wordless ? [] : words())
export const money = (value: Rational): string => `${toDecimal(value, 4)}万元`

export function plus(a: Worth, b: Worth): Worth {
  const result: Worth = {
    low: add(a.low, b.low),
    high: add(a.high, b.high),
    point: add(a.point, b.point),
    open: a.open || b.open,
    steps: [...a.steps, ...b.steps],
    unset: [...a.unset, ...b.unset],
  }
  if (a.range || b.range) {
    const [low, high] = a.range ?? [a.low, a.high]
    const [from, to] = b.range ?? [b.low, b.high]
    result.range = [add(low, from), add(high, to)]
  }
  return result
}
