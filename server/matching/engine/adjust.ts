import { roundingWords } from '../../../contract/rule/benefit-words.ts'
import { inOneSentence } from '../../../contract/rule/condition-words.ts'
import type { Catalog } from './catalog.ts'
import { compileTest } from './condition.ts'
import type { Facts } from './facts.ts'
import { compileSettingTest, possibleField, type Setting, spanOf } from './possible.ts'
import { add, compare, divide, floor as whole, larger, multiply, type Rational, rational, smaller, subtract, ZERO } from './rational.ts'
import * as spans from './spans.ts'
import { missingOf } from './trace.ts'
import { FALSE, TRUE, UNKNOWN } from './truth.ts'
import type { Benefit, Factor, Rounding } from './types.ts'
import { Gaps, isRational } from './value.ts'
import { money, type Priced, said, toFind, type Worth } from './worth.ts'
import { figure } from './words.ts'

const NOTHING = spans.exactly(ZERO)

/** What one factor does to an amount; the result has no amount when the factor's fact is missing. */
type Adjusting = (facts: Facts, worth: Worth) => Priced

const timesFor = (map: Readonly<Record<string, number>>, value: string): number => (Object.hasOwn(map, value) ? (map[value] as number) : 1)

function multiplied(facts: Facts, worth: Worth, times: number, why: () => string): Worth {
  const by = rational(times)
  const point = multiply(worth.point, by)
  const steps = [...worth.steps, ...said(facts, () => [`${why()}：${money(worth.point)} × ${figure(times, 'ratio')} = ${money(point)}`])]
  const range = worth.range && { range: [multiply(worth.range[0], by), multiply(worth.range[1], by)] as const }
  return { ...worth, ...range, point, steps }
}

function compileFactor(catalog: Catalog, factor: Factor): Adjusting {
  if ('when' in factor) {
    const test = compileTest(catalog, factor.when)
    const asks = missingOf(catalog, factor.when)
    return (facts, worth) => {
      const truth = test(facts)
      if (truth === TRUE)
        return { worth: multiplied(facts, worth, factor.times, () => `系数（${inOneSentence(catalog.words, factor.when)}）`), missing: [] }
      if (truth === FALSE) return { worth, missing: [] }
      // As with an extra rate, an open factor does not count yet.
      const unset = asks(facts)
      const steps = [...worth.steps, ...said(facts, () => [`系数条件${toFind(facts, unset)}，暂不按 ${figure(factor.times, 'ratio')} 计`])]
      return { worth: { ...worth, steps, unset: [...worth.unset, ...unset] }, missing: [] }
    }
  }
  const field = catalog.byKey.get(factor.field)
  return (facts, worth) => {
    const gaps = new Gaps()
    const value = facts.value(factor.field, gaps)
    if (typeof value !== 'string') return { worth: undefined, missing: [...gaps.missing] }
    const why = () => `系数（${field?.label ?? factor.field}“${field?.labels.get(value) ?? value}”）`
    return { worth: multiplied(facts, worth, timesFor(factor.map, value), why), missing: [] }
  }
}

/** The missing facts behind a calculated figure; a plain fact is named by its own label. */
const lackingOf = (facts: Facts, key: string, { missing }: Gaps): string =>
  toFind(
    facts,
    [...missing].filter((each) => each !== key),
  )

/** Deducts what was received before. While that is unknown nothing is deducted, and the lower bound is open. */
function compileLess(catalog: Catalog, key: string): Adjusting {
  const field = catalog.byKey.get(key)
  return (facts, worth) => {
    const gaps = new Gaps()
    const had = facts.value(key, gaps)
    const label = field?.label ?? key
    if (!isRational(had)) {
      const steps = [...worth.steps, ...said(facts, () => [`${label}${lackingOf(facts, key, gaps)}，暂不扣除`])]
      return { worth: { ...worth, steps, unset: [...worth.unset, ...gaps.missing] }, missing: [] }
    }
    if (had.n <= 0n) return { worth, missing: [] }
    const left = (value: Rational): Rational => larger(subtract(value, had), ZERO)
    const point = left(worth.point)
    const words = `扣除已得到的（${label}）：${money(worth.point)} − ${money(had)}${compare(had, worth.point) > 0 ? '，不足的按 0 计' : ''} = ${money(point)}`
    const range = worth.range && { range: [left(worth.range[0]), left(worth.range[1])] as const }
    return { worth: { ...worth, ...range, point, steps: [...worth.steps, ...said(facts, () => [words])] }, missing: [] }
  }
}

/** Limits the amount to another figure of the company. While that is unknown it does not limit, and the lower bound is open. */
function compileLimit(catalog: Catalog, key: string): Adjusting {
  const field = catalog.byKey.get(key)
  return (facts, worth) => {
    const gaps = new Gaps()
    const most = facts.value(key, gaps)
    const label = field?.label ?? key
    if (!isRational(most)) {
      const steps = [...worth.steps, ...said(facts, () => [`${label}${lackingOf(facts, key, gaps)}，暂不以它为限`])]
      return { worth: { ...worth, steps, unset: [...worth.unset, ...gaps.missing] }, missing: [] }
    }
    const limit = larger(most, ZERO)
    if (compare(worth.point, limit) <= 0) return { worth, missing: [] }
    const steps = [...worth.steps, ...said(facts, () => [`不超过${label} ${money(limit)}，按 ${money(limit)} 计`])]
    const range = worth.range && { range: [smaller(worth.range[0], limit), smaller(worth.range[1], limit)] as const }
    return { worth: { ...worth, ...range, point: limit, steps }, missing: [] }
  }
}

/** Rounds to whole steps of so many 万元. */
export function roundedTo({ to, way }: Rounding, value: Rational): Rational {
  const step = rational(to)
  const steps = divide(value, step)
  return multiply(whole(way === 'down' ? steps : add(steps, rational('0.5'))), step)
}

function roundedWorth(facts: Facts, worth: Worth, rounding: Rounding): Worth {
  const point = roundedTo(rounding, worth.point)
  if (compare(point, worth.point) === 0) return worth
  const steps = [...worth.steps, ...said(facts, () => [`${roundingWords(rounding)}：${money(worth.point)} → ${money(point)}`])]
  const range = worth.range && { range: [roundedTo(rounding, worth.range[0]), roundedTo(rounding, worth.range[1])] as const }
  return { ...worth, ...range, point, steps }
}

/**
 * Applies factor, minimum, cap, limits, earlier payments and rounding of a benefit, in this order, each with its step in words. The minimum
 * applies only to companies that get something.
 */
export function compileAdjust(catalog: Catalog, benefit: Benefit): (facts: Facts, worth: Worth) => Priced {
  const factors = (benefit.factors ?? []).map((factor) => compileFactor(catalog, factor))
  const floor = benefit.floor == null ? undefined : rational(benefit.floor)
  const cap = benefit.cap == null ? undefined : rational(benefit.cap)
  const limiting = [
    ...(benefit.limits ?? []).map((key) => compileLimit(catalog, key)),
    ...(benefit.less ?? []).map((key) => compileLess(catalog, key)),
  ]
  const { rounding } = benefit
  return (facts, start) => {
    let worth = start
    for (const factor of factors) {
      const next = factor(facts, worth)
      if (!next.worth) return next
      worth = next.worth
    }
    if (floor && worth.point.n > 0n && compare(worth.point, floor) < 0) worth = moved(facts, worth, floor, '保底')
    if (cap && compare(worth.point, cap) > 0) worth = moved(facts, worth, cap, '封顶')
    for (const each of limiting) worth = each(facts, worth).worth ?? worth
    return { worth: rounding ? roundedWorth(facts, worth, rounding) : worth, missing: [] }
  }
}

function moved(facts: Facts, worth: Worth, to: Rational, word: '保底' | '封顶'): Worth {
  const steps = [...worth.steps, ...said(facts, () => [`${word} ${money(to)}，按 ${money(to)} 计`])]
  const end = (value: Rational): Rational => ((word === '封顶' ? compare(value, to) > 0 : compare(value, to) < 0) ? to : value)
  return { ...worth, ...(worth.range && { range: [end(worth.range[0]), end(worth.range[1])] as const }), point: to, steps }
}

/** The same for the interval of everything that is open. */
export function compileAdjustSpan(catalog: Catalog, benefit: Benefit): (setting: Setting, span: spans.Span) => spans.Span {
  const factors = (benefit.factors ?? []).map((factor) => compileFactorSpan(catalog, factor))
  const floor = benefit.floor == null ? undefined : rational(benefit.floor)
  const cap = benefit.cap == null ? undefined : spans.exactly(rational(benefit.cap))
  return (setting, start) => {
    let span = start
    for (const factor of factors) span = spans.productOf(span, factor(setting))
    if (floor && span.high.n > 0n)
      span = { low: span.low.n > 0n ? spans.higher(span.low, floor) : span.low, high: spans.higher(span.high, floor) }
    if (cap) span = spans.smallerOf(span, cap)
    for (const key of benefit.limits ?? []) span = spans.smallerOf(span, spans.largerOf(spanOf(possibleField(key, setting)), NOTHING))
    for (const key of benefit.less ?? []) {
      const had = spans.largerOf(spanOf(possibleField(key, setting)), NOTHING)
      span = spans.largerOf(spans.sumOf(span, spans.negated(had)), NOTHING)
    }
    if (benefit.rounding) {
      const { rounding } = benefit
      const end = (value: Rational): Rational => (spans.isSomewhere(value) ? roundedTo(rounding, value) : value)
      span = { low: end(span.low), high: end(span.high) }
    }
    return span
  }
}

function compileFactorSpan(catalog: Catalog, factor: Factor): (setting: Setting) => spans.Span {
  const times = (by: number): spans.Span => spans.exactly(rational(by))
  if ('when' in factor) {
    const test = compileSettingTest(catalog, factor.when)
    return (setting) => {
      const truth = test(setting)
      return truth === UNKNOWN ? spans.hull(times(1), times(factor.times)) : times(truth === TRUE ? factor.times : 1)
    }
  }
  return (setting) => {
    const can = possibleField(factor.field, setting)
    const values = can === undefined || 'low' in can ? [...(catalog.byKey.get(factor.field)?.labels.keys() ?? [])] : can
    return values.map((value) => times(timesFor(factor.map, String(value)))).reduce(spans.hull)
  }
}
