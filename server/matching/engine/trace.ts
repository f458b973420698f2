import type { Catalog, CatalogField } from './catalog.ts'
import { BY_TIME } from './closable.ts'
import { isLeaf, SCORE } from './condition.ts'
import { addDays, addMonths } from './dates.ts'
import type { Facts } from './facts.ts'
import { isOneOf } from './value.ts'
import { compileProgram, runProgram, truthOf } from './program.ts'
import { rational, rounded, subtract } from './rational.ts'
import { EXPERT_REASON, MISSING_REASON, ZERO_REASON } from './score.ts'
import { FALSE, type Truth, truthWord, UNKNOWN } from './truth.ts'
import type { Condition, Explanation, Leaf, ScoreTable } from './types.ts'
import { figure, requirement, valueInWords } from './words.ts'

/** What is known of a node before any company is looked at; `index` = its place in the order of the tree, the root first. */
export type Spec = {
  kind: Explanation['kind']
  node: Condition
  label: string
  leaf: Leaf | undefined
  field: CatalogField | undefined
  table: ScoreTable | undefined
  closable: boolean
  step: 'day' | 'month' | 'year' | undefined
  index: number
  children: Spec[]
  /** Side by side for the parts of a group, so that the many failed ones are walked without touching each spec. */
  parts: { places: readonly number[]; closable: readonly (boolean | undefined)[] }
}

/**
 * One evaluated node. The truth of every node is recorded while judging (in `facts.truths`); texts, gaps and dates come from `explain`
 * when somebody looks.
 */
export class Trace {
  readonly spec: Spec
  readonly facts: Facts
  readonly start: number

  constructor(spec: Spec, facts: Facts, start: number) {
    this.spec = spec
    this.facts = facts
    this.start = start
  }

  get truth(): Truth {
    return truthOf(this.facts.truths[this.start + this.spec.index] as number)
  }

  get children(): readonly Trace[] | undefined {
    return this.spec.leaf ? undefined : this.spec.children.map((child) => new Trace(child, this.facts, this.start))
  }

  toJSON(): Explanation {
    return explain(this)
  }
}

/** A condition tree ready to be traced: `record` evaluates every node and answers where its truths begin in `facts.truths`. */
export type Tree = { root: Spec; record: (facts: Facts) => number }

/** Like compileTest, but every part is evaluated and its truth kept. */
export function compileTrace(catalog: Catalog, node: Condition, closable: (leaf: Leaf) => boolean): Tree {
  let size = 0
  const specify = (part: Condition): Spec => {
    const index = size++
    if (isLeaf(part)) {
      const field = catalog.byKey.get(part.field)
      const table = part.field.startsWith(SCORE) ? catalog.tables.get(part.field.slice(SCORE.length)) : undefined
      const step = part.op === 'gte' || part.op === 'gt' ? BY_TIME.get(part.field) : undefined
      return {
        kind: 'leaf',
        node: part,
        label: part.label ?? field?.label ?? part.field,
        leaf: part,
        field,
        table,
        closable: closable(part),
        step,
        index,
        children: [],
        parts: NO_PARTS,
      }
    }
    const kind = 'any' in part ? 'any' : 'not' in part ? 'not' : 'all'
    const parts = 'any' in part ? part.any : 'not' in part ? [part.not] : part.all
    const label = part.label ?? (kind === 'any' ? '满足任一' : kind === 'not' ? '以下不成立' : '同时满足')
    const children = parts.map(specify)
    return {
      kind,
      node: part,
      label,
      leaf: undefined,
      field: undefined,
      table: undefined,
      closable: false,
      step: undefined,
      index,
      children,
      parts: sideBySide(children),
    }
  }
  const root = specify(node)
  const program = compileProgram(catalog, root)
  return { root, record: (facts) => runProgram(program, facts) }
}

const NO_PARTS: Spec['parts'] = { places: [], closable: [] }
const sideBySide = (children: readonly Spec[]): Spec['parts'] => ({
  places: children.map((child) => child.index),
  closable: children.map((child) => (child.leaf ? child.closable || child.step !== undefined : undefined)),
})

/** Labels of the direct parts of a false root `all` that are false themselves; another root stands for itself. */
export function failedLabels(root: Spec, truths: Uint8Array, start: number): string[] {
  if (truths[start] !== FALSE) return []
  if (root.kind !== 'all') return [root.label]
  return root.children.filter((child) => truths[start + child.index] === FALSE).map((child) => child.label)
}

/** Can everything that makes the root false still come true? */
export function isNear(root: Spec, truths: Uint8Array, start: number): boolean {
  if (root.kind !== 'all') return canClose(root, truths, start)
  const { places, closable } = root.parts
  for (let at = 0; at < places.length; at++) {
    if (truths[start + (places[at] as number)] !== FALSE) continue
    if (!(closable[at] ?? canClose(root.children[at] as Spec, truths, start))) return false
  }
  return true
}

/** Raw fields that an unknown leaf lacks, and whether a zero denominator is behind it. */
export function lacking(leaf: Trace): { missing: readonly string[]; zero: boolean; reason: string | undefined } {
  const { spec, facts } = leaf
  if (spec.table) {
    const score = facts.score(spec.table)
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

/** Raw fields that leave a condition open, for a benefit's precondition. */
export function missingOf(catalog: Catalog, node: Condition): (facts: Facts) => string[] {
  const tree = compileTrace(catalog, node, () => false)
  return (facts) => {
    const missing = new Set<string>()
    collectMissing(new Trace(tree.root, facts, tree.record(facts)), missing)
    return [...missing]
  }
}

/** Can a failed node still come true by closing gaps or by waiting? */
function canClose(spec: Spec, truths: Uint8Array, start: number): boolean {
  if (truths[start + spec.index] !== FALSE) return true
  if (spec.kind === 'leaf') return spec.closable || spec.step !== undefined
  if (spec.kind === 'any') return spec.children.some((child) => canClose(child, truths, start))
  return spec.kind === 'all' && spec.children.every((child) => canClose(child, truths, start))
}

/** The day on which a failed “at least N days, months, years” will be met by waiting. */
export function metAt(trace: Trace): string | undefined {
  const { leaf, step } = trace.spec
  if (!leaf || !step || trace.truth !== FALSE) return undefined
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
  const advice = adviceFor(result, facts.catalog)
  if (advice) result.advice = advice
  return result
}

/** What to do about a leaf that is not met. */
function adviceFor(leaf: Explanation, catalog: Catalog): string | undefined {
  if (leaf.result === 'unknown') {
    if (leaf.missing?.length) return `请补充：${leaf.missing.map((key) => catalog.byKey.get(key)?.label ?? key).join('、')}`
    if (leaf.reason === EXPERT_REASON) return '资料已齐，待专家评分后确定'
    return leaf.reason === ZERO_REASON ? '分母为0，无法计算，请核对所填数据' : '该项需人工判断'
  }
  if (leaf.result !== 'false') return undefined
  if (leaf.metAt) return `保持现状，预计 ${leaf.metAt} 可满足`
  if (!leaf.closable) return '该项不能通过补充或努力在短期内满足'
  return leaf.gapText ? `${leaf.gapText.replace('还差', '再提高').replace('超出', '降低')}即可满足` : undefined
}

function addScore(result: Explanation, trace: Trace, table: ScoreTable): void {
  const { scoreMin, scoreMax, status } = trace.facts.score(table)
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
  result.actualText =
    value === undefined && isOneOf(open)
      ? open.oneOf.map((each) => valueInWords(field, each)).join('或')
      : valueInWords(field, value, leaf.unit)
  if (truth !== FALSE || typeof value !== 'number' || typeof leaf.value !== 'number') return
  if (result.actualText === valueInWords(field, leaf.value, leaf.unit)) result.actualText = figure(value, leaf.unit ?? field.unit, 10)
  const short = subtract(rational(leaf.value), facts.exact(field.index))
  result.gap = Math.abs(rounded(short, 6))
  const unit = leaf.unit ?? field.unit
  const text =
    unit === 'ratio'
      ? `${figure(result.gap * 100, null)}个百分点`
      : unit === '%'
        ? `${figure(result.gap, null)}个百分点`
        : figure(result.gap, unit)
  if (leaf.op === 'gt' || leaf.op === 'gte') result.gapText = result.gap === 0 ? '须高于该值' : `还差${text}`
  else if (leaf.op === 'lt' || leaf.op === 'lte') result.gapText = result.gap === 0 ? '须低于该值' : `超出${text}`
}
