import { partsOf as childrenOf } from '../../../contract/rule/condition-words.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { INDUSTRY, isLeaf, SCORE, withoutSection } from './condition.ts'
import { atOdds, type Domain, type State } from './related.ts'
import type { Benefit, Condition, Issue, Leaf, Operator, PolicyRule } from './types.ts'

type Part = { node: Condition; turned: boolean; path: string }
/** A group of which `need` parts must hold. */
type Fork = { parts: readonly Part[]; need: number }
type Conflict = { leaf: Leaf; path: string; alone: boolean }

/** Trees with more branches than this are assumed to be possible: the check refuses only certain contradictions. */
const MOST_STEPS = 20_000
const SMALL_RANGE = 200
/** The possible values of corpTaxRate (derived.ts). */
export const TAX_RATES = [0.05, 0.15, 0.25]
const TURNED: Partial<Record<Operator, Operator>> = {
  eq: 'ne',
  ne: 'eq',
  gt: 'lte',
  lte: 'gt',
  gte: 'lt',
  lt: 'gte',
  in: 'notIn',
  notIn: 'in',
}

/**
 * Why a checked condition tree can never hold for any company, with the place of the condition that contradicts the others; empty when it
 * can, judging each field alone. Also refuses a branch of 满足任一 that can never hold. Fields are treated as independent.
 */
export function neverTrue(catalog: Catalog, node: Condition, path: string): Issue[] {
  const whole = conflictOf(catalog, { node, turned: false, path })
  if (whole) return [issue(catalog, whole)]
  const issues: Issue[] = []
  const branches = (part: Condition, at: string): void => {
    if (isLeaf(part) || 'not' in part) return
    const kind = 'any' in part ? 'any' : 'atLeast' in part ? 'of' : 'all'
    const children = childrenOf(part)
    children.forEach((child, i) => {
      const place = `${at}.${kind}[${i}]`
      const dead = kind !== 'all' ? conflictOf(catalog, { node: child, turned: false, path: place }) : null
      if (dead) issues.push(issue(catalog, dead))
      else branches(child, place)
    })
  }
  branches(node, path)
  return issues
}

/** The same for a whole checked rule: its conditions, and benefits whose own condition contradicts them. */
export function neverHolds(catalog: Catalog, { conditions, benefits = [] }: PolicyRule): Issue[] {
  const issues = neverTrue(catalog, conditions, 'conditions')
  if (issues.length) return issues
  return benefits.flatMap((benefit, index) => deadParts(catalog, benefit, `benefits[${index}]`, [conditions]))
}

/** Parts of a benefit that nobody can get: conditions of the benefit, extra rate or group item contradict those above. */
function deadParts(catalog: Catalog, benefit: Benefit, path: string, above: readonly Condition[]): Issue[] {
  const here = benefit.when ? [...above, benefit.when] : above
  if (benefit.when && !canHold(catalog, { all: here }))
    return [{ path: `${path}.when`, message: `与申报条件矛盾，“${benefit.name}”永远拿不到` }]
  const idle = (benefit.factors ?? []).flatMap((factor, n) =>
    !('when' in factor)
      ? deadOptions(catalog, factor, `${path}.factors[${n}].map`, here)
      : canHold(catalog, { all: [...here, factor.when] })
        ? []
        : [{ path: `${path}.factors[${n}].when`, message: `与申报条件矛盾，“${benefit.name}”的系数永远用不上` }],
  )
  if (idle.length) return idle
  if (benefit.kind === 'group') return benefit.items.flatMap((item, i) => deadParts(catalog, item, `${path}.items[${i}]`, here))
  const rows = deadRows(catalog, benefit, path, here)
  if (rows.length || benefit.kind !== 'tierRate' || !benefit.rateAdd) return rows
  const { when } = benefit.rateAdd
  return canHold(catalog, { all: [...here, when] })
    ? []
    : [{ path: `${path}.rateAdd.when`, message: `与申报条件矛盾，“${benefit.name}”的加成永远拿不到` }]
}

/** Tiers, levels and options of a table that no company under these conditions can reach. */
function deadRows(catalog: Catalog, benefit: Benefit, path: string, above: readonly Condition[]): Issue[] {
  const dead = (at: string, what: string, ...row: Leaf[]): Issue[] =>
    canHold(catalog, { all: [...above, ...row] }) ? [] : [{ path: `${path}.${at}`, message: `与申报条件矛盾，没有企业会${what}` }]
  if (benefit.kind === 'tierRate') {
    // In slices, a tier also counts for all larger bases.
    const parts = benefit.mode === 'marginal'
    return benefit.tiers.flatMap(({ min, minInclusive, max, maxInclusive }, i) =>
      dead(
        `tiers[${i}]`,
        '落在这一档',
        ...(min == null ? [] : [{ field: benefit.base, op: parts || minInclusive === false ? 'gt' : 'gte', value: min } as const]),
        ...(max == null || parts ? [] : [{ field: benefit.base, op: maxInclusive === false ? 'lt' : 'lte', value: max } as const]),
      ),
    )
  }
  if (benefit.kind === 'reach')
    return benefit.levels.flatMap(({ from }, i) => dead(`levels[${i}]`, '达到这一档', { field: benefit.base, op: 'gte', value: from }))
  if (benefit.kind !== 'lookup' && benefit.kind !== 'lookupRange') return []
  return deadOptions(catalog, benefit, `${path}.map`, above)
}

const deadOptions = (
  catalog: Catalog,
  { field, map }: { field: string; map: object },
  path: string,
  above: readonly Condition[],
): Issue[] =>
  Object.keys(map).flatMap((value) =>
    canHold(catalog, { all: [...above, { field, op: 'eq', value }] })
      ? []
      : [{ path: `${path}.${value}`, message: '与申报条件矛盾，没有企业会是这一选项' }],
  )

/** Whether some company can meet the tree, judging each field alone. */
export const canHold = (catalog: Catalog, node: Condition): boolean => conflictOf(catalog, { node, turned: false, path: '' }) === null

function issue(catalog: Catalog, { leaf, path, alone }: Conflict): Issue {
  const label = catalog.byKey.get(leaf.field)?.label ?? leaf.label ?? leaf.field
  return { path, message: alone ? `“${label}”没有这样的取值，永远不能满足` : `与其他条件矛盾，“${label}”永远不能满足` }
}

/** The last condition that failed after all ways to meet the tree were tried; null when one way works. */
function conflictOf(catalog: Catalog, root: Part): Conflict | null {
  let steps = 0
  let conflict: Conflict | null = null
  const solve = (waiting: readonly Part[], forks: readonly Fork[], state: State): boolean => {
    if (++steps > MOST_STEPS) return true
    const [part, ...rest] = waiting
    if (!part) return fork(forks, state)
    const { node, turned, path } = part
    if (isLeaf(node)) {
      const next = narrowed(catalog, state, node, turned)
      if (next) return solve(rest, forks, next)
      conflict = { leaf: node, path, alone: narrowed(catalog, new Map(), node, turned) === null }
      return false
    }
    if ('not' in node) return solve([{ node: node.not, turned: !turned, path: `${path}.not` }, ...rest], forks, state)
    const parts = partsOf(part)
    const need = needOf(node, turned, parts.length)
    return need === parts.length ? solve([...parts, ...rest], forks, state) : solve(rest, [...forks, { parts, need }], state)
  }
  const fork = ([first, ...others]: readonly Fork[], state: State): boolean => {
    if (!first) return true
    const { parts, need } = first
    if (need === 0) return fork(others, state)
    // The first part that holds may be any that leaves enough parts behind it.
    const starts = parts.slice(0, parts.length - need + 1)
    return starts.some((part, i) => solve([part], [{ parts: parts.slice(i + 1), need: need - 1 }, ...others], state))
  }
  return solve([root], [], new Map()) ? null : conflict
}

/** How many parts of a group must hold; `turned`: how many must fail so that the group does not hold. */
function needOf(node: Condition, turned: boolean, parts: number): number {
  if ('atLeast' in node) return turned ? parts - node.atLeast + 1 : node.atLeast
  return 'any' in node === turned ? parts : 1
}

function partsOf({ node, turned, path }: Part): Part[] {
  if (isLeaf(node) || 'not' in node) return []
  const kind = 'any' in node ? 'any' : 'atLeast' in node ? 'of' : 'all'
  return childrenOf(node).map((child, i) => ({ node: child, turned, path: `${path}.${kind}[${i}]` }))
}

/** The state with one more condition; null when its field has no possible value left. */
function narrowed(catalog: Catalog, state: State, leaf: Leaf, turned: boolean): State | null {
  if (isComputed(leaf.value)) return state
  const field = catalog.byKey.get(leaf.field)
  const before = state.get(leaf.field) ?? everything(field, leaf)
  const after = leaf.field.startsWith(SCORE)
    ? { ...before, only: new Set([(leaf.value !== false) !== turned].filter((v) => before.only?.has(v))) }
    : field?.type === 'multiEnum'
      ? listed(before, leaf, turned)
      : compared(before, turned ? (TURNED[leaf.op] ?? leaf.op) : leaf.op, valuesOf(field, leaf))
  if (isEmpty(after)) return null
  const next = new Map(state).set(leaf.field, after)
  return atOdds(catalog, next, leaf.field) ? null : next
}

/** The lower limit of an answer: people and things are counted from 0. */
const lowest = (field: CatalogField): number => field.min ?? (!field.derived && field.type === 'integer' ? 0 : Number.NEGATIVE_INFINITY)
const highest = (field: CatalogField): number => field.max ?? (!field.derived && field.unit === 'ratio' ? 1 : Number.POSITIVE_INFINITY)

function everything(field: CatalogField | undefined, leaf: Leaf): Domain {
  const closed =
    leaf.field === 'corpTaxRate'
      ? new Set<unknown>(TAX_RATES)
      : leaf.field.startsWith(SCORE) || field?.type === 'boolean'
        ? new Set<unknown>([true, false])
        : field?.type === 'enum' && field.labels.size > 0
          ? new Set<unknown>(field.labels.keys())
          : undefined
  return {
    low: field ? lowest(field) : Number.NEGATIVE_INFINITY,
    lowOpen: false,
    high: field ? highest(field) : Number.POSITIVE_INFINITY,
    highOpen: false,
    whole: field?.type === 'integer' || field?.type === 'date',
    only: closed,
    not: new Set(),
    each: [],
  }
}

function valuesOf(field: CatalogField | undefined, leaf: Leaf): unknown[] {
  const list: readonly unknown[] = Array.isArray(leaf.value) ? leaf.value : [leaf.value]
  if (field?.key === INDUSTRY) return list.map((code) => withoutSection(String(code)))
  return field?.type === 'date' ? list.map((day) => Date.parse(`${String(day)}T00:00:00Z`) / 86_400_000) : [...list]
}

function compared(domain: Domain, op: Operator, values: unknown[]): Domain {
  const value = values[0]
  if (op === 'eq' || op === 'in')
    return { ...domain, only: new Set(values.filter((v) => (domain.only?.has(v) ?? true) && !domain.not.has(v) && inside(domain, v))) }
  if (op === 'ne' || op === 'notIn')
    return {
      ...domain,
      not: new Set([...domain.not, ...values]),
      only: domain.only && new Set([...domain.only].filter((v) => !values.includes(v))),
    }
  if (typeof value !== 'number') return domain
  const next = { ...domain }
  if (op === 'gt' || op === 'gte') {
    if (value > next.low || (value === next.low && op === 'gt')) [next.low, next.lowOpen] = [value, op === 'gt']
  } else if (value < next.high || (value === next.high && op === 'lt')) [next.high, next.highOpen] = [value, op === 'lt']
  return next.only ? { ...next, only: new Set([...next.only].filter((v) => inside(next, v))) } : next
}

function listed(domain: Domain, leaf: Leaf, turned: boolean): Domain {
  const values = new Set<unknown>(leaf.value as readonly unknown[])
  return (leaf.op === 'in') === turned
    ? { ...domain, not: new Set([...domain.not, ...values]) }
    : { ...domain, each: [...domain.each, values] }
}

function inside({ low, lowOpen, high, highOpen }: Domain, value: unknown): boolean {
  if (typeof value !== 'number') return true
  return (lowOpen ? value > low : value >= low) && (highOpen ? value < high : value <= high)
}

function isEmpty(domain: Domain): boolean {
  if (domain.each.some((set) => [...set].every((v) => domain.not.has(v)))) return true
  if (domain.only) return domain.only.size === 0
  const { low, high, lowOpen, highOpen, whole, not } = domain
  if (low > high || (low === high && (lowOpen || highOpen || not.has(low)))) return true
  if (!whole || !Number.isFinite(low) || !Number.isFinite(high) || high - low > SMALL_RANGE) return false
  for (let n = Math.ceil(low); n <= high; n++) if (inside(domain, n) && !not.has(n)) return false
  return true
}
