import type { Catalog, CatalogField } from './catalog.ts'
import { partsOf } from '../../../contract/rule/condition-words.ts'
import { stepByTime } from './closable.ts'
import { isLeaf, SCORE } from './condition.ts'
import { addDays, addMonths } from './dates.ts'
import type { Facts } from './facts.ts'
import { compileProgram, type Program, runProgram, truthOf } from './program.ts'
import { MISSING_REASON, ZERO_REASON } from './score.ts'
import { FALSE, type Truth, UNKNOWN } from './truth.ts'
import { Gaps } from './value.ts'
import type { Condition, Explanation, Leaf, ScoreTable } from './types.ts'

/** What is known of a node independently of a company; `index` = its position in the order of the tree, the root first. */
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
  /** the requirement as a generated sentence, made on first use */
  sentence: string | undefined
}

/**
 * One evaluated node. Judging records the truth of every node (in `facts.truths`); `explain` makes texts, gaps and dates when they are
 * read.
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
}

/** A condition tree for tracing: `runProgram(tree.program, facts)` evaluates every node and returns the start of its truths. */
export type Tree = { root: Spec; program: Program }

/** Like compileTest, but every part is evaluated and its truth recorded. */
export function compileTrace(catalog: Catalog, node: Condition, closable: (leaf: Leaf) => boolean): Tree {
  let size = 0
  const specify = (part: Condition): Spec => {
    const index = size++
    if (isLeaf(part)) {
      const field = catalog.byKey.get(part.field)
      const table = part.field.startsWith(SCORE) ? catalog.tables.get(part.field.slice(SCORE.length)) : undefined
      const step = part.op === 'gte' || part.op === 'gt' ? stepByTime(field) : undefined
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
        sentence: undefined,
      }
    }
    const kind = 'any' in part ? 'any' : 'not' in part ? 'not' : 'atLeast' in part ? 'atLeast' : 'all'
    const parts = partsOf(part)
    const label = part.label ?? ('atLeast' in part ? `至少满足 ${part.atLeast} 项` : GROUP_LABELS[kind as 'all'])
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
      sentence: undefined,
    }
  }
  const root = specify(node)
  return { root, program: compileProgram(catalog, root) }
}

const GROUP_LABELS = { all: '同时满足', any: '满足任一', not: '以下不成立' } as const

/** Labels of the failed direct parts of a false root `all`; any other root is named itself. */
export function failedLabels(root: Spec, truths: Uint8Array, start: number): string[] {
  if (truths[start] !== FALSE) return []
  if (root.kind !== 'all') return [root.label]
  return root.children.filter((child) => truths[start + child.index] === FALSE).map((child) => child.label)
}

/** Raw fields that an unknown leaf lacks, and whether the reason is a zero denominator. */
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

/** Raw fields of the open parts of an unknown node; decided parts need nothing. */
export function collectMissing(trace: Trace, into = new Set<string>()): Set<string> {
  if (trace.truth !== UNKNOWN) return into
  if (trace.children) for (const child of trace.children) collectMissing(child, into)
  else for (const key of lacking(trace).missing) into.add(key)
  return into
}

/** Raw fields that leave a condition open, for the precondition of a benefit. */
export function missingOf(catalog: Catalog, node: Condition): (facts: Facts) => string[] {
  const tree = compileTrace(catalog, node, () => false)
  return (facts) => [...collectMissing(new Trace(tree.root, facts, runProgram(tree.program, facts)))]
}

/** The day on which a failed “at least N days, months, years” will be met by waiting, counted from its date when that is known. */
export function metAt(trace: Trace): string | undefined {
  const { leaf, step, field } = trace.spec
  if (!leaf || !step || !field || trace.truth !== FALSE || typeof leaf.value !== 'number') return undefined
  const { facts } = trace
  const need = leaf.value + (leaf.op === 'gt' ? 1 : 0)
  const since = sinceWhen(field, facts)
  const value = facts.plain(field) as number
  const [from, count] = since === undefined ? [facts.applyDate, need - value] : [since, need]
  if (step === 'day') return addDays(from, Math.ceil(count))
  return addMonths(from, Math.ceil(step === 'year' ? count * 12 : count))
}

/** The date from which a field counts up to the day of judging. */
function sinceWhen(field: CatalogField, facts: Facts): string | undefined {
  if (!facts.isDerived(field)) return undefined
  const first = field.formula?.type === 'call' ? field.formula.args[0] : undefined
  const key = field.key === 'operatingYears' ? 'registeredDate' : first?.type === 'field' ? first.key : undefined
  const date = key === undefined ? undefined : facts.value(key, new Gaps())
  return typeof date === 'string' ? date : undefined
}
