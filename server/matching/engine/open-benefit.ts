import type { Facts } from './facts.ts'
import type { Rational } from './rational.ts'
import { isSomewhere, order, type Span } from './spans.ts'
import type { Benefit } from './types.ts'
import { money, named, NOTHING, type Priced, said, toFind, type Worth } from './worth.ts'

/** When the missing facts cannot change the amount (the others already reach the cap), returns the amount. */
export function withoutThem(facts: Facts, benefit: Benefit, lacking: Priced, ends: () => Span): Priced {
  if (lacking.zero?.length) return lacking
  const { low, high } = ends()
  if (!isSomewhere(low) || order(low, high) !== 0) return { ...lacking, ends }
  const steps = said(facts, () => [`${benefit.name}：${named(facts, lacking.missing)}未填，不改变金额，按 ${money(low)} 计`])
  return { worth: { ...NOTHING, point: low, steps }, missing: [] }
}

/** `when` is still open: nothing for the lower bound, everything for the upper (data README). */
export const uncertain = (facts: Facts, benefit: Benefit, high: Rational, unset: readonly string[]): Worth => ({
  ...NOTHING,
  steps: said(facts, () => [
    `${benefit.name}：前置条件${toFind(facts, unset)}，下限按 0 计，上限${isSomewhere(high) ? `按 ${money(high)} 计` : '未设'}`,
  ]),
  unset,
  ...(benefit.upperBound && high.n > 0n ? { upper: true } : {}),
})
