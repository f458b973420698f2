import { isComputed } from '../../../contract/rule/vocabulary.ts'
import type { Catalog } from './catalog.ts'
import type { Facts } from './facts.ts'
import { type Rational, toDecimal } from './rational.ts'
import { figures } from './steps.ts'
import type { Benefit } from './types.ts'
import { Gaps, isRational } from './value.ts'
import { figure } from './words.ts'
import { NOTHING, type Priced, type Pricer, said } from './worth.ts'

/** The amount calculated from a base, which is a field or a formula; an unknown optional base counts as 0. */
export function priceBase(
  catalog: Catalog,
  benefit: Benefit,
  key: string,
  compute: (base: Rational, label: () => string, facts: Facts) => Priced,
): Pricer {
  const field = catalog.byKey.get(key)
  const formula = isComputed(key) ? field?.formula : undefined
  return (facts) => {
    const gaps = new Gaps()
    const base = facts.value(key, gaps)
    if (isRational(base)) {
      const found = compute(base, () => `${field?.label ?? key} ${figure(Number(toDecimal(base, 6)), field?.unit)}`, facts)
      const { worth } = found
      // The figures that a formula used, so that its result can be checked.
      const used = formula && worth ? said(facts, () => figures(formula, { facts, gaps })) : []
      return worth && used.length ? { ...found, worth: { ...worth, steps: [...worth.steps, ...used] } } : found
    }
    if (!benefit.optional) return { worth: undefined, missing: [...gaps.missing], zero: [...gaps.zero] }
    return {
      worth: {
        ...NOTHING,
        steps: said(facts, () => [
          `${benefit.name}：${field?.label ?? key}${gaps.missing.size ? '未填，暂按 0 计' : '的除数为 0，按 0 计'}`,
        ]),
        unset: [...gaps.missing],
      },
      missing: [],
    }
  }
}
