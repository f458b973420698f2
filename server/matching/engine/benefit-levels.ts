import { priceBase } from './benefit-base.ts'
import type { Catalog } from './catalog.ts'
import type { Facts } from './facts.ts'
import { levelAt, newSteps, reached, stepsAbove } from './levels.ts'
import { multiply, type Rational, rational, toDecimal } from './rational.ts'
import type { Benefit } from './types.ts'
import { Gaps, isRational } from './value.ts'
import { figure } from './words.ts'
import { money, type Priced, type Pricer, said, settled } from './worth.ts'

/** An earlier figure whose part counts as paid; when it is unknown, what is missing. */
function earlierFigure(facts: Facts, before: string | undefined): { had: Rational | undefined; lacking: Priced | undefined } {
  const gaps = new Gaps()
  const had = before === undefined ? undefined : facts.value(before, gaps)
  const known = isRational(had) ? had : undefined
  const lacking = before !== undefined && !known ? { worth: undefined, missing: [...gaps.missing], zero: [...gaps.zero] } : undefined
  return { had: known, lacking }
}

/** Pays for each full step, without the steps of an earlier figure. */
export function priceSteps(catalog: Catalog, benefit: Benefit & { kind: 'perStep' }): Pricer {
  const unit = catalog.byKey.get(benefit.base)?.unit
  return priceBase(catalog, benefit, benefit.base, (base, label, facts) => {
    const { had, lacking } = earlierFigure(facts, benefit.before)
    if (lacking) return lacking
    const steps = newSteps(benefit, base, had)
    const value = multiply(steps, rational(benefit.amount))
    const words = (): string => {
      const above = benefit.above ? `超过 ${figure(benefit.above, unit)} 的部分` : ''
      const already = had ? `，此前已满 ${toDecimal(stepsAbove(benefit, had), 0)} 个` : ''
      return `${benefit.name}：${label()}${above}，每满 ${figure(benefit.step, unit)} 奖 ${benefit.amount}万元 × ${toDecimal(steps, 0)}${already} = ${money(value)}`
    }
    return settled(
      value,
      said(facts, () => [words()]),
    )
  })
}

/** The level that the base reaches; the level of an earlier figure counts as paid. */
export function priceReach(catalog: Catalog, benefit: Benefit & { kind: 'reach' }): Pricer {
  const { before } = benefit
  return priceBase(catalog, benefit, benefit.base, (base, label, facts) => {
    const { had, lacking } = earlierFigure(facts, before)
    if (lacking) return lacking
    const [level, earlier] = [levelAt(benefit, base), had ? levelAt(benefit, had) : -1]
    const value = reached(benefit, level, earlier)
    const words = (): string => {
      if (level < 0) return `${benefit.name}：${label()}，未达到起奖档次`
      const already = earlier < 0 ? '' : `，此前已达到第 ${earlier + 1} 档`
      return `${benefit.name}：${label()}，达到第 ${level + 1} 档${already} = ${money(value)}`
    }
    return settled(
      value,
      said(facts, () => [words()]),
    )
  })
}
