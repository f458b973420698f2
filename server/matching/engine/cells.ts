import { type Expression, expressionNodes, parseExpression } from '../../../contract/rule/expression.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import { partsOf } from '../../../contract/rule/condition-words.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { isLeaf, SCORE } from './condition.ts'
import type { Facts } from './facts.ts'
import { type Assumed, domainOf, NONE, type Possible } from './possible.ts'
import { rational } from './rational.ts'
import * as spans from './spans.ts'
import { UNKNOWN } from './truth.ts'
import type { Benefit, Condition } from './types.ts'
import { Gaps, isOneOf } from './value.ts'

/** Limit of combinations tried for one amount; further facts stay completely open. */
const MOST_TRIALS = 128

/** How often benefits read a field, and the values at which their result changes. */
type Read = { times: number; figures: Set<number>; choices: Set<string> }

function readsOfBenefits(benefits: readonly Benefit[]): Map<string, Read> {
  const reads = new Map<string, Read>()
  const read = (key: string, values: readonly unknown[] = []): void => {
    const entry = reads.get(key) ?? { times: 0, figures: new Set(), choices: new Set() }
    reads.set(key, entry)
    entry.times++
    if (isComputed(key)) formula(parseExpression(key.slice(1)))
    for (const value of values) {
      if (typeof value === 'number') entry.figures.add(value)
      else if (typeof value === 'string') entry.choices.add(value)
    }
  }
  const formula = (source: Expression): void => {
    for (const node of expressionNodes(source)) {
      if (node.type === 'field') read(node.key)
      const sides =
        node.type === 'binary' ? [node.left, node.right] : node.type === 'call' && !node.name.startsWith('rows') ? node.args : []
      const marks = sides.flatMap((side): (string | number)[] =>
        side.type === 'number' ? [Number(side.text)] : side.type === 'string' ? [side.value] : [],
      )
      for (const side of sides) if (side.type === 'field' && marks.length) markOnly(side.key, marks)
    }
  }
  const markOnly = (key: string, values: readonly unknown[]): void => {
    read(key, values)
    ;(reads.get(key) as Read).times--
  }
  const condition = (node: Condition): void => {
    if (isLeaf(node)) read(node.field, [node.value].flat())
    else partsOf(node).forEach(condition)
  }
  const benefit = (each: Benefit): void => {
    if (each.when) condition(each.when)
    for (const factor of each.factors ?? []) {
      if ('when' in factor) condition(factor.when)
      else read(factor.field, Object.keys(factor.map))
    }
    for (const key of [...(each.limits ?? []), ...(each.less ?? [])]) read(key)
    if (each.kind === 'rate' || each.kind === 'perUnit' || each.kind === 'perStep') read(each.base)
    if (each.kind === 'perStep' && each.before !== undefined) read(each.before)
    if (each.kind === 'reach')
      for (const key of [each.base, each.before ?? []].flat())
        read(
          key,
          each.levels.map(({ from }) => from),
        )
    if (each.kind === 'tierRate') {
      read(
        each.base,
        each.tiers.flatMap(({ min, max }) => [min, max]),
      )
      if (each.rateAdd) condition(each.rateAdd.when)
    }
    if (each.kind === 'lookup' || each.kind === 'lookupRange') read(each.field, Object.keys(each.map))
    if (each.kind === 'expr') formula(parseExpression(each.expr))
    if (each.kind === 'group') each.items.forEach(benefit)
  }
  benefits.forEach(benefit)
  return reads
}

/** Settings that together cover all possible values of the open facts, as fine as useful; empty when one evaluation is enough. */
export function cellsOf(catalog: Catalog, benefits: readonly Benefit[]): (facts: Facts) => readonly Assumed[] {
  // A field that is read once cannot contradict itself.
  const shared = [...readsOfBenefits(benefits)].filter(([, { times }]) => times > 1)
  return (facts) => {
    let settings: Assumed[] = []
    for (const [key, read] of shared) {
      const parts = partsOfField(catalog, key, read, facts)
      if (parts.length < 2 || parts.length * Math.max(1, settings.length) > MOST_TRIALS) continue
      settings = (settings.length ? settings : [NONE]).flatMap((setting) => parts.map((part) => new Map(setting).set(key, part)))
    }
    return settings
  }
}

/** Whether the result of a formula follows from its facts, because all open ones are booleans or options. */
const follows = (catalog: Catalog, { computed }: CatalogField, open: Gaps): boolean =>
  computed === true && [...open.missing].every((key) => ['boolean', 'enum'].includes(catalog.byKey.get(key)?.type ?? ''))

/** The possible values of an open fact, split where the benefits distinguish them; empty when it is known. */
function partsOfField(catalog: Catalog, key: string, { figures, choices }: Read, facts: Facts): Possible[] {
  if (key.startsWith(SCORE)) {
    const table = catalog.tables.get(key.slice(SCORE.length))
    return table && facts.score(table).passes === UNKNOWN ? [[true], [false]] : []
  }
  const field = catalog.byKey.get(key)
  if (!field) return []
  const open = new Gaps()
  const value = facts.value(key, open)
  if (isOneOf(value)) return value.oneOf.map((each) => [each])
  if (value !== undefined || follows(catalog, field, open)) return []
  const domain = domainOf(field, { facts, assumed: NONE })
  if (domain === undefined) return []
  if ('low' in domain) return cut(domain, figures)
  if (field.type === 'boolean') return [[true], [false]]
  const others = domain.filter((each) => !choices.has(String(each)))
  return [...domain.filter((each) => choices.has(String(each))).map((each) => [each]), ...(others.length ? [others] : [])]
}

/** Splits an interval at figures: each figure alone, and the intervals between. */
function cut(domain: spans.Span, figures: ReadonlySet<number>): spans.Span[] {
  const marks = [...figures].map((each) => rational(each)).filter((each) => spans.within(domain, spans.exactly(each)))
  marks.sort((a, b) => spans.order(a, b))
  const ends = [domain.low, ...marks, domain.high]
  return ends.flatMap((end, n): spans.Span[] => {
    const point = n > 0 && n <= marks.length ? [spans.exactly(end)] : []
    const next = ends[n + 1]
    if (!next || spans.order(end, next) === 0) return point
    return [...point, { low: end, high: next, lowOpen: n > 0, highOpen: n < marks.length }]
  })
}
