import { ARITHMETIC, frac, sign, type Frac } from './slow-fractions.ts'
import type { Tier } from './types.ts'

/** Tables of the random benefits with a slow calculation of their values. */

export const NOTHING: Frac = [0n, 1n]
export const { '+': add, '-': minus, '*': times } = ARITHMETIC
export const larger = (a: Frac, b: Frac): Frac => (sign(a, b) < 0 ? b : a)
export const smaller = (a: Frac, b: Frac): Frac => (sign(a, b) > 0 ? b : a)

export const TIERS: readonly Tier[] = [
  { min: 0, max: 1000, rate: 0.01 },
  { min: 1000, max: 5000, rate: 0.03 },
  { min: 5000, minInclusive: false, max: null, rate: 0.02 },
]
export const rateAt = (base: Frac): number => {
  if (sign(base, NOTHING) < 0) return 0
  return sign(base, frac(1000)) <= 0 ? 0.01 : sign(base, frac(5000)) <= 0 ? 0.03 : 0.02
}
export const parts = (base: Frac, added: number): Frac =>
  TIERS.map(({ min, max, rate }) => {
    const top = max == null ? base : smaller(base, frac(max))
    return times(larger(minus(top, frac(min ?? 0)), NOTHING), frac(rate + added))
  }).reduce(add)
export const LEVELS = [1000, 5000] as const
export const PAID = [0, 20, 50] as const
export const levelOf = (figure: Frac): number => LEVELS.filter((from) => sign(figure, frac(from)) >= 0).length
export const SUMS: Readonly<Record<string, number>> = { national: 20, provincial: 10 }
export const MAP: Readonly<Record<string, number>> = { national: 1.5, none: 0 }
