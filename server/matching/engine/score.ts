import type { Catalog, CatalogField } from './catalog.ts'
import { compileTest, type Test } from './condition.ts'
import { evaluate } from './evaluate.ts'
import { type Expression, parseExpression } from '../../../contract/rule/expression.ts'
import type { Facts } from './facts.ts'
import { Gaps, isRational } from './value.ts'
import { compare, type Rational, rational, rounded } from './rational.ts'
import { FALSE, TRUE, type Truth, UNKNOWN } from './truth.ts'
import type { Band, Condition, PassLeaf, ScoreGroup, ScoreItem, ScoreItemResult, ScoreResult, ScoreTable } from './types.ts'

export const EXPERT_REASON = '需专家评分'
export const ZERO_REASON = '分母为0'
export const MISSING_REASON = '待补充'

type Interval = readonly [number, number]
/** `points` undefined = the item cannot be scored yet; the reasons are in the gaps. */
type Item = { points: Interval | undefined; missing: readonly string[]; zero: boolean }
export type Scored = ScoreResult & { passes: Truth }
type Points = { points?: number; pointsMin?: number; pointsMax?: number }

const interval = (of: Points): Interval => (of.points !== undefined ? [of.points, of.points] : [of.pointsMin ?? 0, of.pointsMax ?? 0])
const SETTLED = { missing: [], zero: false } as const
/** Points are short decimals; this removes the floating-point noise of adding them. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6

const formulas = new Map<string, Expression>()
function formula(expr: string): Expression {
  let parsed = formulas.get(expr)
  if (!parsed) formulas.set(expr, (parsed = parseExpression(expr)))
  return parsed
}

/**
 * Score of one table as an interval (data README “评分”): an item without data counts from 0 to full marks, expert bands count by their
 * bounds, and a given group score (`override`) is used as it is. `facts.score` keeps the result.
 */
export function scoreOf(table: ScoreTable, facts: Facts): Scored {
  const groups: Record<string, [number, number]> = {}
  const items: ScoreItemResult[] = []
  let low = 0
  let high = 0
  for (const group of table.groups) {
    const [min, max] = scoreGroup(group, facts, items)
    groups[group.id] = [min, max]
    low += min
    high += max
  }
  const scoreMin = tidy(Math.min(low, table.max))
  const scoreMax = tidy(Math.min(high, table.max))
  const passes = passed(table, groups, scoreMin, scoreMax)
  const missing = [...new Set(items.flatMap((item) => item.missing))].sort()
  const result: Scored = {
    scoreMin,
    scoreMax,
    groups,
    status: passes === TRUE ? '已达到' : passes === FALSE ? '未达到' : '预估可达到',
    missing,
    items,
    passes,
  }
  if (passes === UNKNOWN)
    result.reason = missing.length ? MISSING_REASON : items.some((item) => item.reason === ZERO_REASON) ? ZERO_REASON : EXPERT_REASON
  return result
}

function scoreGroup(group: ScoreGroup, facts: Facts, items: ScoreItemResult[]): [number, number] {
  const given = group.override ? facts.value(group.override, new Gaps()) : undefined
  if (isRational(given)) {
    const points = Math.max(0, Math.min(group.max, rounded(given, 4)))
    items.push({
      group: group.id,
      id: group.override ?? group.id,
      label: `${group.label}（直接打分）`,
      min: points,
      max: points,
      full: group.max,
      missing: [],
    })
    return [points, points]
  }
  const scored = group.items.map((item) => ({ item, ...scoreItem(item, facts) }))
  // One of the two measures is enough: when one cannot be computed the other counts (data README “推导”).
  const either = group.combine === 'max'
  const counted = either && scored.some((each) => each.points) ? scored.filter((each) => each.points) : scored
  let low = 0
  let high = 0
  for (const each of counted) {
    const [min, max] = each.points ?? [0, each.item.max ?? group.max]
    low = either ? Math.max(low, min) : low + min
    high = either ? Math.max(high, max) : high + max
  }
  for (const each of scored) {
    const open = !each.points && counted.includes(each)
    const [min, max] = each.points ?? [0, each.item.max ?? group.max]
    const result: ScoreItemResult = {
      group: group.id,
      id: each.item.id,
      label: each.item.label ?? group.label,
      min,
      max,
      full: each.item.max ?? group.max,
      missing: open ? [...each.missing].sort() : [],
    }
    if (open) result.reason = each.missing.length ? MISSING_REASON : ZERO_REASON
    else if (min < max) result.reason = EXPERT_REASON
    items.push(result)
  }
  return [tidy(Math.min(low, group.max)), tidy(Math.min(high, group.max))]
}

function scoreItem(item: ScoreItem, facts: Facts): Item {
  if (item.type === 'multi') return scoreMulti(item, facts)
  if (item.type === 'rules') return scoreRules(item, facts)
  const gaps = new Gaps()
  const value = item.type === 'formula' ? evaluate(formula(item.expr ?? ''), { facts, gaps }) : facts.value(item.field ?? '', gaps)
  const open: Item = { points: undefined, missing: [...gaps.missing], zero: gaps.zero.size > 0 }
  if (item.type === 'choice') {
    const option = item.options?.find((each) => each.value === value)
    return option ? { points: interval(option), ...SETTLED } : open
  }
  if (!isRational(value)) return open
  if (item.type === 'formula') {
    const points = Math.max(0, rounded(value, 4))
    return { points: [points, points], ...SETTLED }
  }
  const band = item.bands?.find((each) => within(value, each))
  return band ? { points: interval(band), ...SETTLED } : open
}

const ruleTests = new WeakMap<Condition, Test>()
function ruleTest(catalog: Catalog, when: Condition): Test {
  let test = ruleTests.get(when)
  if (!test) ruleTests.set(when, (test = compileTest(catalog, when)))
  return test
}

/** Rules are tried in order; the first true one scores, and an open one before it leaves the whole item open. */
function scoreRules(item: ScoreItem, facts: Facts): Item {
  for (const rule of item.rules ?? []) {
    const truth = rule.when ? ruleTest(facts.catalog, rule.when)(facts) : TRUE
    if (truth === TRUE) return { points: interval(rule), ...SETTLED }
    if (truth === UNKNOWN) break
  }
  const gaps = new Gaps()
  for (const key of item.fields ?? []) facts.value(key, gaps)
  return { points: undefined, missing: [...gaps.missing], zero: gaps.zero.size > 0 }
}

function scoreMulti(item: ScoreItem, facts: Facts): Item {
  const parts = (item.items ?? []).map((each) => scoreItem(each, facts))
  const known = parts.flatMap((each) => (each.points ? [each.points] : []))
  if (!known.length)
    return { points: undefined, missing: [...new Set(parts.flatMap((each) => each.missing))], zero: parts.some((each) => each.zero) }
  return { points: [Math.max(...known.map(([min]) => min)), Math.max(...known.map(([, max]) => max))], ...SETTLED }
}

function within(value: Rational, band: Band): boolean {
  if (band.min !== null) {
    const sign = compare(value, rational(band.min))
    if (band.minInclusive ? sign < 0 : sign <= 0) return false
  }
  if (band.max === null) return true
  const sign = compare(value, rational(band.max))
  return band.maxInclusive ? sign <= 0 : sign < 0
}

/** Passed when the lower bound passes, failed when the upper bound fails, open between. */
function passed(table: ScoreTable, groups: Record<string, [number, number]>, low: number, high: number): Truth {
  const rules: readonly PassLeaf[] = 'all' in table.passRule ? table.passRule.all : [table.passRule]
  let result: Truth = TRUE
  for (const rule of rules) {
    const [min, max] = rule.field === 'total' ? [low, high] : (groups[rule.field.replace(/^group\./, '')] ?? [0, 0])
    const reached = (points: number): boolean => (rule.op === 'gt' ? points > rule.value : points >= rule.value)
    if (!reached(max)) return FALSE
    if (!reached(min)) result = UNKNOWN
  }
  return result
}

/** Fields that a table reads, including direct group scores. */
export function scoreFields(table: ScoreTable, byKey: ReadonlyMap<string, CatalogField>): string[] {
  const keys = new Set<string>()
  const visit = (item: ScoreItem): void => {
    if (item.field && byKey.has(item.field)) keys.add(item.field)
    for (const key of item.fields ?? []) keys.add(key)
    for (const each of item.items ?? []) visit(each)
  }
  for (const group of table.groups) {
    for (const item of group.items) visit(item)
    if (group.override) keys.add(group.override)
  }
  return [...keys]
}
