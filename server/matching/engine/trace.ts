import type { Catalog, CatalogField } from './catalog.ts'
import { BY_TIME } from './closable.ts'
import { isLeaf, leafTest, SCORE, type Test } from './condition.ts'
import { addDays, addMonths } from './dates.ts'
import { type Facts, isOneOf } from './facts.ts'
import { rational, rounded, subtract } from './rational.ts'
import { EXPERT_REASON, MISSING_REASON, scoreOf, ZERO_REASON } from './score.ts'
import { FALSE, TRUE, type Truth, truthWord, UNKNOWN } from './truth.ts'
import type { Condition, Explanation, Leaf, ScoreTable } from './types.ts'
import { figure, requirement, valueInWords } from './words.ts'

/** What is known of a node before any company is looked at. */
type Spec = { kind: Explanation['kind']; node: Condition; label: string; leaf: Leaf | undefined; field: CatalogField | undefined; table: ScoreTable | undefined; closable: boolean }

/**
 * One evaluated node. Only the truth and the children are computed with it; texts, gaps and dates come from `explain` when somebody looks.
 */
export class Trace {
  readonly spec: Spec
  readonly facts: Facts
  readonly truth: Truth
  readonly children: readonly Trace[] | undefined

  constructor(spec: Spec, facts: Facts, truth: Truth, children: readonly Trace[] | undefined) {
    this.spec = spec
    this.facts = facts
    this.truth = truth
    this.children = children
  }

  toJSON(): Explanation {
    return explain(this)
  }
}

export type Tracer = (facts: Facts) => Trace

/** Like compileTest, but every part is evaluated and kept. */
export function compileTrace(catalog: Catalog, node: Condition, closable: (leaf: Leaf) => boolean): Tracer {
  if (isLeaf(node)) {
    const table = node.field.startsWith(SCORE) ? catalog.tables.get(node.field.slice(SCORE.length)) : undefined
    const field = catalog.byKey.get(node.field)
    const spec: Spec = { kind: 'leaf', node, label: node.label ?? field?.label ?? node.field, leaf: node, field, table, closable: closable(node) }
    const test: Test = leafTest(catalog, node)
    return (facts) => new Trace(spec, facts, test(facts), undefined)
  }
  const kind = 'any' in node ? 'any' : 'not' in node ? 'not' : 'all'
  const parts = 'any' in node ? node.any : 'not' in node ? [node.not] : node.all
  const label = node.label ?? (kind === 'any' ? '满足任一' : kind === 'not' ? '以下不成立' : '同时满足')
  const spec: Spec = { kind, node, label, leaf: undefined, field: undefined, table: undefined, closable: false }
  const tracers = parts.map((each) => compileTrace(catalog, each, closable))
  const decisive = kind === 'any' ? TRUE : FALSE
  return (facts) => {
    const children: Trace[] = []
    let truth: Truth = decisive === TRUE ? FALSE : TRUE
    for (const tracer of tracers) {
      const child = tracer(facts)
      children.push(child)
      if (child.truth === decisive) truth = decisive
      else if (child.truth === UNKNOWN && truth !== decisive) truth = UNKNOWN
    }
    if (kind === 'not') truth = truth === UNKNOWN ? UNKNOWN : truth === TRUE ? FALSE : TRUE
    return new Trace(spec, facts, truth, children)
  }
}

/** Raw fields that an unknown leaf lacks, and whether a zero denominator is behind it. */
export function lacking(leaf: Trace): { missing: readonly string[]; zero: boolean; reason: string | undefined } {
  const { spec, facts } = leaf
  if (spec.table) {
    const score = scoreOf(spec.table, facts)
    return { missing: score.missing, zero: score.reason === ZERO_REASON, reason: score.reason }
  }
  const field = spec.field as CatalogField
  if (!facts.isDerived(field)) return { missing: [field.key], zero: false, reason: MISSING_REASON }
  const { missing, zero } = facts.derived(field)
  return { missing, zero: zero.length > 0, reason: missing.length ? MISSING_REASON : zero.length ? ZERO_REASON : '该指标不适用或无法推算' }
}

/** Raw fields behind the open parts of an unknown node; parts already decided ask for nothing. */
export function collectMissing(trace: Trace, into: Set<string>): void {
  if (trace.truth !== UNKNOWN) return
  if (trace.children) for (const child of trace.children) collectMissing(child, into)
  else for (const key of lacking(trace).missing) into.add(key)
}

/** Can this failed node still come true by closing gaps or by waiting? */
export function canClose(trace: Trace): boolean {
  if (trace.truth !== FALSE) return true
  const { kind, closable } = trace.spec
  if (kind === 'leaf') return closable || metAt(trace) !== undefined
  if (kind === 'any') return trace.children?.some(canClose) ?? false
  return kind === 'all' && (trace.children ?? []).every(canClose)
}

/** The day on which a failed “at least N days, months, years” will be met by waiting. */
export function metAt(trace: Trace): string | undefined {
  const leaf = trace.spec.leaf
  const step = leaf && BY_TIME.get(leaf.field)
  if (!step || trace.truth !== FALSE || (leaf.op !== 'gte' && leaf.op !== 'gt')) return undefined
  const { facts } = trace
  const value = facts.slot((trace.spec.field as CatalogField).index) as number
  const short = (leaf.value as number) - value + (leaf.op === 'gt' ? 1 : 0)
  if (step === 'day') return addDays(facts.applyDate, Math.ceil(short))
  return addMonths(facts.applyDate, Math.ceil(step === 'year' ? short * 12 : short))
}

/** The node with everything that a person is shown, as plain data. */
export function explain(trace: Trace): Explanation {
  const { spec, facts, truth } = trace
  const base: Explanation = { id: spec.node.id ?? null, kind: spec.kind, label: spec.label, result: truthWord(truth) }
  const { leaf } = spec
  if (!leaf) return { ...base, children: (trace.children ?? []).map(explain) }
  const result: Explanation = {
    ...base,
    field: leaf.field,
    op: leaf.op,
    unit: leaf.unit ?? spec.field?.unit ?? null,
    required: leaf.value,
    requiredText: requirement(facts.catalog, leaf),
    closable: spec.closable,
  }
  if (spec.table) addScore(result, trace, spec.table)
  else addValue(result, trace, spec.field as CatalogField)
  if (truth === UNKNOWN) {
    const { missing, reason } = lacking(trace)
    result.missing = [...missing].sort()
    if (reason) result.reason = reason
  }
  const day = metAt(trace)
  if (day) result.metAt = day
  return result
}

function addScore(result: Explanation, trace: Trace, table: ScoreTable): void {
  const { scoreMin, scoreMax, status } = scoreOf(table, trace.facts)
  result.score = { table: table.id, scoreMin, scoreMax, status }
  result.actual = scoreMax
  result.actualText = scoreMin === scoreMax ? `${scoreMin}分` : `${scoreMin}～${scoreMax}分`
  const total = ('all' in table.passRule ? table.passRule.all : [table.passRule]).find((rule) => rule.field === 'total')
  if (trace.truth !== FALSE || !total || scoreMax >= total.value) return
  result.gap = rounded(subtract(rational(total.value), rational(scoreMax)), 4)
  result.gapText = `还差${figure(result.gap, '分')}`
}

function addValue(result: Explanation, trace: Trace, field: CatalogField): void {
  const { facts, truth } = trace
  const leaf = trace.spec.leaf as Leaf
  const value = facts.slot(field.index) as Explanation['actual']
  result.actual = value ?? null
  const open = facts.isDerived(field) ? facts.derived(field).value : undefined
  result.actualText = value === undefined && isOneOf(open) ? open.oneOf.map((each) => valueInWords(field, each)).join('或') : valueInWords(field, value, leaf.unit)
  if (truth !== FALSE || typeof value !== 'number' || typeof leaf.value !== 'number') return
  if (result.actualText === valueInWords(field, leaf.value, leaf.unit)) result.actualText = figure(value, leaf.unit ?? field.unit, 10)
  const short = subtract(rational(leaf.value), facts.exact(field.index))
  result.gap = Math.abs(rounded(short, 6))
  const unit = leaf.unit ?? field.unit
  const text = unit === 'ratio' ? `${figure(result.gap * 100, null)}个百分点` : unit === '%' ? `${figure(result.gap, null)}个百分点` : figure(result.gap, unit)
  if (leaf.op === 'gt' || leaf.op === 'gte') result.gapText = result.gap === 0 ? '须高于该值' : `还差${text}`
  else if (leaf.op === 'lt' || leaf.op === 'lte') result.gapText = result.gap === 0 ? '须低于该值' : `超出${text}`
}
