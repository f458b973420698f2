import type { Expression } from '../../../contract/rule/expression.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { Facts } from './facts.ts'
import { domainOf, NONE, possible, type Possible, type Setting } from './possible.ts'
import { toNumber } from './rational.ts'
import { isSomewhere } from './spans.ts'
import { valueInWords } from './words.ts'

/** Functions that count rows or options: their result is a whole number. */
const COUNTED: ReadonlySet<string> = new Set(['rowsCount', 'rowsDistinct', 'count'])
/** Functions of elapsed time, which is not negative: a future date needs another condition. */
const TIME: ReadonlySet<string> = new Set(['years', 'months', 'monthsBegun'])

/**
 * Why no company can have this figure: it lies below every possible value of the field or formula. For saving only. “At least” such a
 * figure is always true, “less than” it never: both are typing errors.
 */
export function belowIssue(catalog: Catalog, field: CatalogField, value: number): string | undefined {
  const call = field.formula?.type === 'call' ? field.formula.name : ''
  if (COUNTED.has(call) && !Number.isInteger(value)) return `“${field.label}”是项数，应为整数`
  if (value >= 0) return undefined
  const setting = { facts: new Facts(catalog, {}, '2026-01-01'), assumed: NONE }
  const low = TIME.has(call) ? 0 : field.formula ? lowest(field.formula, setting) : endOf(domainOf(field, setting))
  return value < low ? `“${field.label}”不会低于 ${valueInWords(field, low)}，请核对` : undefined
}

/**
 * The lowest possible value of a formula. Beyond what `possible` knows: a quotient of two non-negative figures is not negative (a divisor
 * of 0 gives no result), so a growth is at least −100 %.
 */
function lowest(node: Expression, setting: Setting): number {
  const of = (each: Expression): number => lowest(each, setting)
  if (node.type === 'binary') {
    const { op, left, right } = node
    if (op === '+') return of(left) + of(right)
    if (op === '-' && right.type === 'number') return of(left) - of(right)
    if (op === '/' && right.type === 'number') return Number(right.text) > 0 ? of(left) / of(right) : Number.NEGATIVE_INFINITY
    if (op === '/') return of(left) >= 0 && of(right) >= 0 ? 0 : Number.NEGATIVE_INFINITY
  }
  if (node.type === 'call' && node.name === 'min') return Math.min(...node.args.map(of))
  if (node.type === 'call' && node.name === 'max') return Math.max(...node.args.map(of))
  // A formula with the day has other values on other days.
  if (node.type === 'field' && node.key === 'applyDate') return Number.NEGATIVE_INFINITY
  if (node.type === 'call' && ['yearOf', 'days'].includes(node.name)) return Number.NEGATIVE_INFINITY
  const field = node.type === 'field' ? setting.facts.catalog.byKey.get(node.key) : undefined
  return field?.formula ? of(field.formula) : endOf(possible(node, setting))
}

const endOf = (can: Possible): number =>
  can !== undefined && 'low' in can && isSomewhere(can.low) ? toNumber(can.low) : Number.NEGATIVE_INFINITY
