import { partsOf } from '../../../contract/rule/condition-words.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { isLeaf, SCORE } from './condition.ts'
import type { Condition, Leaf, PolicyRule } from './types.ts'

/** Fields whose value grows with time, and the unit of growth. */
const BY_TIME: ReadonlyMap<string, 'day' | 'month' | 'year'> = new Map([
  ['registeredDays', 'day'],
  ['operatingYears', 'year'],
  ['segmentYears', 'year'],
  ['uiPaidMonths', 'month'],
  ['expansionInsuredMonths', 'month'],
])

const THRESHOLDS = new Set(['gt', 'gte', 'lt', 'lte'])
const NEVER = new Set(['基本信息', '信用与合规'])

/** The unit in which a field grows with time; also for a formula that counts from a date to the day of judging. */
export function stepByTime(field: CatalogField | undefined): 'day' | 'month' | 'year' | undefined {
  const formula = field?.computed ? field.formula : undefined
  if (formula?.type !== 'call') return field && BY_TIME.get(field.key)
  const until = formula.args[1]
  const step = ({ years: 'year', months: 'month', days: 'day' } as const)[formula.name as 'years']
  return until?.type === 'field' && until.key === 'applyDate' ? step : undefined
}

/**
 * Whether one leaf is closable by default (issue 2 E): numeric thresholds, countable items and scores are; identity, region and penalties
 * are not.
 */
export function closableByDefault(catalog: Catalog, leaf: Leaf): boolean {
  if (leaf.field.startsWith(SCORE)) return true
  const field = catalog.byKey.get(leaf.field)
  return field !== undefined && field.numeric && THRESHOLDS.has(leaf.op) && !NEVER.has(field.group ?? '')
}

/** Ids (or field keys of leaves without an id) of the leaves that are closable by default; the seed writes them into a rule. */
export function defaultClosable(catalog: Catalog, node: Condition): string[] {
  if (isLeaf(node)) return (node.closable ?? closableByDefault(catalog, node)) ? [node.id ?? node.field] : []
  const parts = 'not' in node ? [] : partsOf(node)
  return [...new Set(parts.flatMap((each) => defaultClosable(catalog, each)))]
}

export function closableTest(catalog: Catalog, policy: Pick<PolicyRule, 'closable'>): (leaf: Leaf) => boolean {
  const marks = policy.closable && new Set(policy.closable)
  return (leaf) => leaf.closable ?? (marks ? marks.has(leaf.id ?? '') || marks.has(leaf.field) : closableByDefault(catalog, leaf))
}
