import { moneyInWords } from '../../../contract/rule/benefit-words.ts'
import { eachInWords } from '../../../contract/rule/value-words.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import { compileAdjust } from './adjust.ts'
import { priceBase } from './benefit-base.ts'
import { priceFormula } from './benefit-formula.ts'
import { priceReach, priceSteps } from './benefit-levels.ts'
import { compilePayable } from './bounds.ts'
import type { Catalog } from './catalog.ts'
import { compileTest, type Test } from './condition.ts'
import type { Facts } from './facts.ts'
import { uncertain, withoutThem } from './open-benefit.ts'
import { highest, type Money, type Part, priced, withoutExclusions } from './parts.ts'
import { NONE } from './possible.ts'
import { add, larger, multiply, type Rational, rational, toDecimal, ZERO } from './rational.ts'
import { byLowest, inTier, marginal } from './tiers.ts'
import { missingOf } from './trace.ts'
import { FALSE, TRUE, type Truth, UNKNOWN } from './truth.ts'
import type { Benefit } from './types.ts'
import { Gaps } from './value.ts'
import { figure } from './words.ts'
import { money, NOTHING, plus, type Pricer, said, settled, toFind } from './worth.ts'

/** Compiles a benefit; undefined for honours and references, which have no amount. */
export function compileBenefit(catalog: Catalog, benefit: Benefit): Pricer | undefined {
  const price = priceKind(catalog, benefit)
  if (!price) return undefined
  const adjust = compileAdjust(catalog, benefit)
  const when: Test | undefined = benefit.when ? compileTest(catalog, benefit.when) : undefined
  const asks = benefit.when ? missingOf(catalog, benefit.when) : undefined
  // Only needed when facts are open, so compiled on first use.
  let ends: ReturnType<typeof compilePayable> | undefined
  const payable = (facts: Facts) => (ends ??= compilePayable(catalog, benefit, false))({ facts, assumed: NONE })
  return (facts) => {
    const truth = when ? when(facts) : TRUE
    if (truth === FALSE) return { worth: NOTHING, missing: [] }
    if (truth === UNKNOWN) return { worth: uncertain(facts, benefit, payable(facts).high, asks?.(facts) ?? []), missing: [] }
    const found = price(facts)
    if (!found.worth) return withoutThem(facts, benefit, found, () => payable(facts))
    const adjusted = adjust(facts, found.worth)
    const { worth } = adjusted
    if (!worth) return { ...adjusted, ends: () => payable(facts) }
    const upper = benefit.upperBound && (worth.point.n > 0n || worth.unset.length > 0)
    return { missing: [], worth: upper ? { ...worth, upper: true } : worth }
  }
}

/** “-0.2万元，按 0 计”: a negative result counts as 0. */
const atLeastNothing = (value: Rational): string => `${money(value)}${value.n < 0n ? '，按 0 计' : ''}`

function priceKind(catalog: Catalog, benefit: Benefit): Pricer | undefined {
  switch (benefit.kind) {
    case 'fixed': {
      const amount = rational(benefit.amount)
      const words = `${benefit.name}：定额 ${money(amount)}`
      return (facts) =>
        settled(
          amount,
          said(facts, () => [words]),
        )
    }
    case 'rate': {
      const rate = rational(benefit.rate)
      const share = figure(benefit.rate, 'ratio')
      // The whole result is already money: write “…合计 = 6万元”, without “6 × 100%”.
      const whole = benefit.rate === 1 && isComputed(benefit.base) ? moneyInWords(catalog.words, benefit.base) : undefined
      return priceBase(catalog, benefit, benefit.base, (base, label, facts) => {
        const value = multiply(base, rate)
        return settled(
          value,
          said(facts, () => [`${benefit.name}：${whole ?? `${label()} × ${share}`} = ${atLeastNothing(value)}`]),
        )
      })
    }
    case 'perUnit': {
      const each = rational(benefit.unitAmount)
      return priceBase(catalog, benefit, benefit.base, (base, label, facts) => {
        const value = multiply(base, each)
        return settled(
          value,
          said(facts, () => [`${benefit.name}：${label()} × ${eachInWords(benefit.unitAmount)} = ${atLeastNothing(value)}`]),
        )
      })
    }
    case 'tierRate':
      return priceTiers(catalog, benefit)
    case 'lookup':
    case 'lookupRange':
      return priceLookup(catalog, benefit)
    case 'reach':
      return priceReach(catalog, benefit)
    case 'perStep':
      return priceSteps(catalog, benefit)
    case 'group':
      return priceGroup(catalog, benefit)
    case 'expr':
      return priceFormula(catalog, benefit)
    default:
      return undefined
  }
}

function priceTiers(catalog: Catalog, benefit: Benefit & { kind: 'tierRate' }): Pricer {
  const extra = benefit.rateAdd && {
    test: compileTest(catalog, benefit.rateAdd.when),
    asks: missingOf(catalog, benefit.rateAdd.when),
    add: benefit.rateAdd.add,
  }
  const tiers = byLowest(benefit.tiers)
  return priceBase(catalog, benefit, benefit.base, (base, label, facts) => {
    const truth: Truth = extra ? extra.test(facts) : FALSE
    const priced = (added: number): { value: Rational; text: () => string } => {
      const plus = () => (added ? `（含加成${figure(added, 'ratio')}）` : '')
      if (benefit.mode === 'marginal')
        return { value: larger(marginal(base, benefit.tiers, added), ZERO), text: () => `按超额累进分档${plus()}` }
      const tier = tiers.find((each) => inTier(base, each))
      if (!tier) return { value: ZERO, text: () => '× 0%（未达起算档）' }
      const rate = add(rational(tier.rate), rational(added))
      return { value: multiply(base, rate), text: () => `× ${toDecimal(multiply(rate, rational(100)), 4)}%${plus()}` }
    }
    const point = priced(truth === TRUE && extra ? extra.add : 0)
    const result = settled(
      point.value,
      said(facts, () => [`${benefit.name}：${label()} ${point.text()} = ${money(point.value)}`]),
    )
    if (truth !== UNKNOWN || !extra || !result.worth) return result
    const high = priced(extra.add).value
    const unset = extra.asks(facts)
    return {
      worth: {
        ...result.worth,
        unset,
        steps: [...result.worth.steps, ...said(facts, () => [`加成条件${toFind(facts, unset)}，暂不计加成；符合则为 ${money(high)}`])],
      },
      missing: [],
    }
  })
}

function priceLookup(catalog: Catalog, benefit: Benefit & { kind: 'lookup' | 'lookupRange' }): Pricer {
  const field = catalog.byKey.get(benefit.field)
  const ends = (entry: number | readonly number[]): [Rational, Rational] =>
    typeof entry === 'number' ? [rational(entry), rational(entry)] : [rational(entry[0] ?? 0), rational(entry[1] ?? entry[0] ?? 0)]
  const table = new Map(Object.entries(benefit.map).map(([key, entry]) => [key, ends(entry)]))
  return (facts) => {
    const gaps = new Gaps()
    const value = facts.value(benefit.field, gaps)
    const label = field?.label ?? benefit.field
    if (typeof value === 'string') {
      const [low, high] = table.get(value) ?? [ZERO, ZERO]
      const shown = field?.labels.get(value) ?? value
      if (benefit.kind === 'lookup')
        return settled(
          high,
          said(facts, () => [`${benefit.name}：${label}“${shown}” = ${money(high)}`]),
        )
      const steps = said(facts, () => [`${benefit.name}：${label}“${shown}”，区间 ${toDecimal(low, 4)}～${money(high)}，测算取上限`])
      return { worth: { point: high, steps, unset: [], range: [low, high] }, missing: [] }
    }
    if (!benefit.optional) return { worth: undefined, missing: [...gaps.missing] }
    return {
      worth: { ...NOTHING, steps: said(facts, () => [`${benefit.name}：${label}未填，暂按 0 计`]), unset: [...gaps.missing] },
      missing: [],
    }
  }
}

/** The parts of a group that count: all without exclusions, the highest, or the several highest. */
function keptOf({ combine, best = 1 }: Benefit & { kind: 'group' }, parts: readonly Part[], facts: Facts): Part[] {
  const apart = withoutExclusions(parts, combine === 'max' && best === 1, facts)
  return combine === 'max' && best > 1 ? highest(apart, best, facts) : apart
}

function priceGroup(catalog: Catalog, benefit: Benefit & { kind: 'group' }): Pricer {
  const { best = 1 } = benefit
  const members: Money = benefit.items.flatMap((item) => {
    const price = compileBenefit(catalog, item)
    return price ? [{ benefit: item, price }] : []
  })
  return (facts) => {
    const { parts, missing, zero } = priced(members, facts, { all: benefit.combine === 'max', best })
    if (!parts) return { worth: undefined, missing, zero }
    const sum = keptOf(benefit, parts, facts)
      .map((part) => part.worth)
      .reduce(plus, NOTHING)
    const way = benefit.combine !== 'max' ? '合计' : best === 1 ? '就高' : `取高的 ${best} 项，合计`
    return {
      worth: { ...sum, steps: [...sum.steps, ...said(facts, () => [`${benefit.name}${way} ${money(sum.point)}`])] },
      missing: [],
    }
  }
}
