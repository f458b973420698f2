import type { Catalog, CatalogField } from './catalog.ts'
import { compileTest, isLeaf } from './condition.ts'
import { type Expression, parseExpression } from '../../../contract/rule/expression.ts'
import type { Facts } from './facts.ts'
import { isGraded } from '../../../contract/rule/graded.ts'
import { gradedOf } from './graded.ts'
import { levelAt, reached } from './levels.ts'
import { byLowest, inTier, marginal } from './tiers.ts'
import { Gaps, isRational } from './value.ts'
import { toNumber, type Rational } from './rational.ts'
import { FALSE } from './truth.ts'
import type { Benefit, Condition, PolicyRule } from './types.ts'
import { sumOfHighest } from '../../../contract/rule/highest.ts'

/** Doubles are precise enough: ceilings only rank questions. */
type Range = readonly [number, number]
const OPEN: Range = [0, Number.POSITIVE_INFINITY]
type Limits = ReadonlyMap<string, number>

/** The most that a policy can pay this company in 万元, whatever the unknown facts are; Infinity without a limit; 0 for honours. */
export type Ceiling = (facts: Facts) => number

export function compileCeiling(catalog: Catalog, policy: PolicyRule): Ceiling {
  const limits = upperLimits(policy.conditions)
  const parts = (policy.benefits ?? []).map((benefit) => benefitCeiling(catalog, benefit, limits))
  return (facts) => {
    const tops = parts.map((part) => part(facts))
    return policy.benefitCombine === 'max' ? Math.max(0, ...tops) : tops.reduce((sum, top) => sum + top, 0)
  }
}

/** “at most” thresholds that every match must satisfy. */
function upperLimits(node: Condition, into = new Map<string, number>()): Map<string, number> {
  if (isLeaf(node)) {
    if ((node.op === 'lte' || node.op === 'lt') && typeof node.value === 'number')
      into.set(node.field, Math.min(node.value, into.get(node.field) ?? Number.POSITIVE_INFINITY))
  } else if ('all' in node) for (const part of node.all) upperLimits(part, into)
  return into
}

function benefitCeiling(catalog: Catalog, benefit: Benefit, limits: Limits): Ceiling {
  const inner = kindCeiling(catalog, benefit, limits)
  const when = benefit.when ? compileTest(catalog, benefit.when) : undefined
  const cap = benefit.cap ?? Number.POSITIVE_INFINITY
  const most = (benefit.factors ?? []).reduce(
    (all, factor) => all * Math.max(1, ...('when' in factor ? [factor.times] : Object.values(factor.map))),
    1,
  )
  const least = benefit.floor ?? 0
  const roundedUp = benefit.rounding?.way === 'nearest' && benefit.cap == null ? benefit.rounding.to / 2 : 0
  return (facts) => {
    if (when?.(facts) === FALSE) return 0
    const paid = times(inner(facts), most)
    return Math.max(0, Math.min(cap, paid > 0 ? Math.max(paid, least) : 0)) + roundedUp
  }
}

function kindCeiling(catalog: Catalog, benefit: Benefit, limits: Limits): Ceiling {
  switch (benefit.kind) {
    case 'fixed':
      return () => benefit.amount
    case 'rate':
      return (facts) => times(fieldRange(catalog, benefit.base, facts, limits)[1], benefit.rate)
    case 'perUnit':
      return (facts) => times(fieldRange(catalog, benefit.base, facts, limits)[1], benefit.unitAmount)
    case 'tierRate': {
      const added = benefit.rateAdd?.add ?? 0
      const best = Math.max(0, ...benefit.tiers.map((tier) => tier.rate)) + added
      const tiers = byLowest(benefit.tiers)
      const rateOf = (base: Rational): number => tiers.find((tier) => inTier(base, tier))?.rate ?? -added
      return (facts) => {
        const base = facts.value(benefit.base, new Gaps())
        if (isRational(base))
          return Math.max(0, benefit.mode === 'marginal' ? toNumber(marginal(base, tiers, added)) : toNumber(base) * (rateOf(base) + added))
        return times(fieldRange(catalog, benefit.base, facts, limits)[1], best)
      }
    }
    case 'lookup':
    case 'lookupRange': {
      const tops = new Map(
        Object.entries(benefit.map).map(([key, entry]) => [key, typeof entry === 'number' ? entry : (entry[1] ?? entry[0] ?? 0)]),
      )
      const most = Math.max(0, ...tops.values())
      return (facts) => ((value) => (typeof value === 'string' ? (tops.get(value) ?? 0) : most))(facts.value(benefit.field, new Gaps()))
    }
    case 'reach': {
      const most = Math.max(0, ...benefit.levels.map(({ amount }) => amount))
      return (facts) => {
        const base = facts.value(benefit.base, new Gaps())
        if (!isRational(base)) return most
        const had = benefit.before === undefined ? undefined : facts.value(benefit.before, new Gaps())
        return toNumber(reached(benefit, levelAt(benefit, base), isRational(had) ? levelAt(benefit, had) : -1))
      }
    }
    case 'perStep':
      return (facts) => {
        const base = fieldRange(catalog, benefit.base, facts, limits)[1] - (benefit.above ?? 0)
        return times(Math.max(0, Math.floor(base / benefit.step)), benefit.amount)
      }
    case 'group': {
      const parts = benefit.items.map((item) => benefitCeiling(catalog, item, limits))
      if (benefit.combine === 'max')
        return (facts) =>
          sumOfHighest(
            parts.map((part) => part(facts)),
            benefit.best,
          )
      return (facts) => parts.reduce((sum, part) => sum + part(facts), 0)
    }
    case 'expr': {
      const formula = parseExpression(benefit.expr)
      return (facts) => range(formula, catalog, facts, limits)[1]
    }
    default:
      return () => 0
  }
}

const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b)

function fieldRange(catalog: Catalog, key: string, facts: Facts, limits: Limits): Range {
  const value = facts.value(key, new Gaps())
  if (isRational(value)) return [toNumber(value), toNumber(value)]
  const field = catalog.byKey.get(key)
  const top = Math.min(limits.get(key) ?? Number.POSITIVE_INFINITY, field?.max ?? Number.POSITIVE_INFINITY)
  if (key === 'corpTaxRate') return [0.05, 0.25]
  const [low, high] = unknownRange(field, catalog, facts, limits)
  return [Math.min(low, top), Math.min(high, top)]
}

const unknownRange = (field: CatalogField | undefined, catalog: Catalog, facts: Facts, limits: Limits): Range =>
  field?.formula ? range(field.formula, catalog, facts, limits) : OPEN

/** Interval arithmetic over a formula; an unknown amount lies between 0 and Infinity, and both branches of an open choice count. */
function range(node: Expression, catalog: Catalog, facts: Facts, limits: Limits): Range {
  const inner = (each: Expression): Range => range(each, catalog, facts, limits)
  switch (node.type) {
    case 'number':
      return [Number(node.text), Number(node.text)]
    case 'field':
      return fieldRange(catalog, node.key, facts, limits)
    case 'negate': {
      const [low, high] = inner(node.of)
      return [-high, -low]
    }
    case 'choose': {
      const [a, b] = [inner(node.yes), inner(node.no)]
      return [Math.min(a[0], b[0]), Math.max(a[1], b[1])]
    }
    case 'call': {
      if (node.name.startsWith('rows')) return OPEN
      const parts = node.args.map(inner)
      if (isGraded(node.name)) {
        const most = Math.max(0, ...gradedOf(node).grades.map(({ value }) => toNumber(value)))
        return [0, node.name === 'slices' ? times(Math.max(0, parts[0]?.[1] ?? 0), most) : most]
      }
      if (node.name === 'min') return [Math.min(...parts.map((part) => part[0])), Math.min(...parts.map((part) => part[1]))]
      if (node.name === 'max') return [Math.max(...parts.map((part) => part[0])), Math.max(...parts.map((part) => part[1]))]
      return node.name === 'floor' ? (parts[0] ?? OPEN) : OPEN
    }
    case 'binary':
      return arithmetic(node.op, inner(node.left), inner(node.right))
    default:
      return OPEN
  }
}

function arithmetic(op: string, a: Range, b: Range): Range {
  if (op === '+') return [a[0] + b[0], a[1] + b[1]]
  if (op === '-') return [a[0] - b[1], a[1] - b[0]]
  if (op === '/' && b[0] <= 0) return [Math.min(0, a[0]), Number.POSITIVE_INFINITY]
  const right: Range = op === '/' ? [1 / b[1], 1 / b[0]] : b
  if (op !== '*' && op !== '/') return OPEN
  const ends = [times(a[0], right[0]), times(a[0], right[1]), times(a[1], right[0]), times(a[1], right[1])]
  return [Math.min(...ends), Math.max(...ends)]
}
