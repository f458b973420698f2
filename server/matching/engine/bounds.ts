import { isPriced } from '../../../contract/rule/priced.ts'
import { parseExpression } from '../../../contract/rule/expression.ts'
import { compileAdjustSpan } from './adjust.ts'
import type { Catalog } from './catalog.ts'
import { cellsOf } from './cells.ts'
import type { Facts } from './facts.ts'
import { reachedSpan, stepsSpan } from './levels.ts'
import { compileSettingTest, NONE, possible, possibleField, type Setting, spanOf } from './possible.ts'
import { add, larger, rational, type Rational, ZERO } from './rational.ts'
import * as spans from './spans.ts'
import { byLowest, marginal, stretchOf } from './tiers.ts'
import { FALSE, TRUE, UNKNOWN } from './truth.ts'
import type { Benefit, PolicyRule } from './types.ts'
import { Gaps } from './value.ts'

/** The lower and upper bound of a benefit while facts are open; the upper bound may be infinite. Never below 0. */
type Payable = (setting: Setting) => spans.Span
/** The bounds of a whole rule's amount. */
export type Bounds = (facts: Facts) => spans.Span
/** The benefits that can still change a rule's amount: not those whose bounds are equal, nor those that a better one certainly replaces. */
export type Bearing = (facts: Facts) => ReadonlySet<Benefit>

const NOTHING: spans.Span = spans.exactly(ZERO)
const SUM = (parts: readonly spans.Span[]): spans.Span => parts.reduce(spans.sumOf, NOTHING)
const BEST = (parts: readonly spans.Span[]): spans.Span => parts.reduce(spans.largerOf, NOTHING)
const scaled = (span: spans.Span, by: number): spans.Span => spans.productOf(span, spans.exactly(rational(by)))
const atLeastNothing = (span: spans.Span): spans.Span => spans.largerOf(span, NOTHING)

/** The bounds of one benefit, with or without its `when`. */
export function compilePayable(catalog: Catalog, benefit: Benefit, withWhen = true): Payable {
  const inner = payableKind(catalog, benefit)
  const when = withWhen && benefit.when ? compileSettingTest(catalog, benefit.when) : undefined
  const adjust = compileAdjustSpan(catalog, benefit)
  return (setting) => {
    const truth = when ? when(setting) : TRUE
    if (truth === FALSE) return NOTHING
    const paid = adjust(setting, atLeastNothing(inner(setting)))
    return truth === UNKNOWN ? spans.hull(paid, NOTHING) : paid
  }
}

/** The sum of several benefits: of mutually exclusive ones only the highest counts. `many`: only so many of the highest count at all. */
function together(benefits: readonly Benefit[], parts: readonly Payable[], many: number = Number.POSITIVE_INFINITY): Payable {
  const groups = new Map<string, Payable[]>()
  benefits.forEach(({ exclusiveGroup }, n) => {
    const key = many === 1 ? '' : (exclusiveGroup ?? `${n}`)
    groups.set(key, [...(groups.get(key) ?? []), parts[n] as Payable])
  })
  return (setting) => {
    const found = [...groups.values()].map((group) => BEST(group.map((part) => part(setting))))
    return SUM(found.length > many ? spans.highestOf(found, many) : found)
  }
}

/** An earlier figure that counts as paid. */
const earlier = (before: string | undefined, setting: Setting): spans.Span | undefined =>
  before === undefined ? undefined : spanOf(possibleField(before, setting))

function payableKind(catalog: Catalog, benefit: Benefit): Payable {
  switch (benefit.kind) {
    case 'fixed': {
      const amount = spans.exactly(rational(benefit.amount))
      return () => amount
    }
    case 'rate':
      return payableBase(benefit, (base) => scaled(base, benefit.rate))
    case 'perUnit':
      return payableBase(benefit, (base) => scaled(base, benefit.unitAmount))
    case 'tierRate':
      return payableTiers(catalog, benefit)
    case 'lookup':
    case 'lookupRange':
      return payableOptions(catalog, benefit)
    case 'group':
      return together(
        benefit.items,
        benefit.items.map((item) => compilePayable(catalog, item)),
        benefit.combine === 'max' ? (benefit.best ?? 1) : undefined,
      )
    case 'reach':
      return payableBase(benefit, (base, setting) => reachedSpan(benefit, base, earlier(benefit.before, setting)))
    case 'perStep':
      return payableBase(benefit, (base, setting) => stepsSpan(benefit, base, earlier(benefit.before, setting)))
    case 'expr': {
      const formula = parseExpression(benefit.expr)
      return (setting) => spanOf(possible(formula, setting))
    }
    default:
      return () => NOTHING
  }
}

/** The bounds of a base; an optional base counts as 0 when it is unknown or its divisor is 0. */
function payableBase(
  { base, optional }: { base: string; optional?: boolean },
  of: (base: spans.Span, setting: Setting) => spans.Span,
): Payable {
  return (setting) => {
    const paid = of(spanOf(possibleField(base, setting)), setting)
    const gaps = new Gaps()
    if (!optional || setting.facts.value(base, gaps) !== undefined) return paid
    return gaps.missing.size === 0 ? NOTHING : spans.hull(paid, NOTHING)
  }
}

function payableTiers(catalog: Catalog, benefit: Benefit & { kind: 'tierRate' }): Payable {
  const extra = benefit.rateAdd && compileSettingTest(catalog, benefit.rateAdd.when)
  const tiers = byLowest(benefit.tiers)
  const whole = (base: spans.Span, added: number): spans.Span => {
    const parts = tiers.flatMap((tier) => {
      const part = spans.within(base, stretchOf(tier))
      return part ? [spans.productOf(part, spans.exactly(add(rational(tier.rate), rational(added))))] : []
    })
    // A value outside all tiers gets nothing; a base that lies completely in one tier never does.
    const covered = tiers.some((tier) => holds(stretchOf(tier), base))
    return [...parts, ...(covered ? [] : [NOTHING])].reduce(spans.hull)
  }
  const slices = (base: spans.Span, added: number): spans.Span => ({ low: sliced(base.low, added), high: sliced(base.high, added) })
  const sliced = (end: Rational, added: number): Rational => {
    if (spans.isSomewhere(end)) return larger(marginal(end, benefit.tiers, added), ZERO)
    if (end.n < 0n) return ZERO
    return benefit.tiers.some((tier) => tier.max == null) ? spans.INFINITE : marginal(topOf(benefit.tiers), benefit.tiers, added)
  }
  return payableBase(benefit, (base, setting) => {
    const truth = extra ? extra(setting) : FALSE
    const at = (added: number) => (benefit.mode === 'marginal' ? slices : whole)(base, added)
    const plain = at(truth === TRUE && benefit.rateAdd ? benefit.rateAdd.add : 0)
    return truth === UNKNOWN && benefit.rateAdd ? spans.hull(plain, at(benefit.rateAdd.add)) : plain
  })
}

const holds = (outer: spans.Span, inner: spans.Span): boolean => {
  const low = spans.order(outer.low, inner.low)
  const high = spans.order(inner.high, outer.high)
  return (
    (low < 0 || (low === 0 && (!outer.lowOpen || inner.lowOpen === true)))
    && (high < 0 || (high === 0 && (!outer.highOpen || inner.highOpen === true)))
  )
}
const topOf = (tiers: readonly { max?: number | null }[]): Rational => tiers.map((tier) => rational(tier.max ?? 0)).reduce(larger, ZERO)

function payableOptions(catalog: Catalog, benefit: Benefit & { kind: 'lookup' | 'lookupRange' }): Payable {
  const options = [...(catalog.byKey.get(benefit.field)?.labels.keys() ?? [])]
  const spanFor = (value: string): spans.Span => {
    const entry = Object.hasOwn(benefit.map, value) ? benefit.map[value] : undefined
    if (entry === undefined) return NOTHING
    if (typeof entry === 'number') return spans.exactly(rational(entry))
    return { low: rational(entry[0] ?? 0), high: rational(entry[1] ?? entry[0] ?? 0) }
  }
  return (setting) => {
    const can = possibleField(benefit.field, setting)
    const values = can === undefined || 'low' in can ? options : can
    const open = benefit.optional && values.length !== 1 ? [NOTHING] : []
    return [...open, ...values.map((value) => spanFor(String(value)))].reduce(
      spans.hull,
      values.length ? spanFor(String(values[0])) : NOTHING,
    )
  }
}

/**
 * The bounds of what a rule pays over all open facts together. A fact that several parts read is tried option by option and from threshold
 * to threshold, so that mutually exclusive conditions do not add up. When this would take too many trials, the parts are treated as
 * independent: the interval gets larger but still contains every possible amount.
 */
export function compileBounds(catalog: Catalog, rule: PolicyRule): Bounds {
  const benefits = (rule.benefits ?? []).filter(isPriced)
  const parts = benefits.map((benefit) => compilePayable(catalog, benefit))
  const all = together(benefits, parts, rule.benefitCombine === 'max' ? 1 : undefined)
  const cells = cellsOf(catalog, benefits)
  return (facts) => {
    const settings = cells(facts)
    return settings.length ? settings.map((assumed) => all({ facts, assumed })).reduce(spans.hull) : all({ facts, assumed: NONE })
  }
}

export function compileBearing(catalog: Catalog, rule: PolicyRule): Bearing {
  const parts = (rule.benefits ?? []).filter(isPriced).map((benefit, n) => ({
    benefit,
    group: rule.benefitCombine === 'max' ? '' : (benefit.exclusiveGroup ?? `${n}`),
    pays: compilePayable(catalog, benefit),
  }))
  return (facts) => {
    const paid = parts.map(({ benefit, group, pays }) => ({ benefit, group, span: pays({ facts, assumed: NONE }) }))
    const counts = ({ benefit, group, span }: (typeof paid)[number]): boolean =>
      !met(span) && !paid.some((other) => other.benefit !== benefit && other.group === group && spans.order(other.span.low, span.high) >= 0)
    return new Set(paid.filter(counts).map(({ benefit }) => benefit))
  }
}

const met = ({ low, high }: spans.Span): boolean => spans.isSomewhere(low) && spans.order(low, high) === 0
