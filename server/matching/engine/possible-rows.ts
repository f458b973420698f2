import type { Expression } from '../../../contract/rule/expression.ts'
import { rowsCall, type RowsCall } from '../../../contract/rule/rows.ts'
import type { CatalogField } from './catalog.ts'
import type { Possible, Setting } from './possible.ts'
import { rational, ZERO } from './rational.ts'
import { asValue, listOf, type Row } from './rows.ts'
import * as spans from './spans.ts'

type PossibleOf = (node: Expression, setting: Setting) => Possible
/** The possible values of a formula, given what is known. */
type Known = (value: ReturnType<typeof asValue>) => Possible
/** One row: whether it is selected (undefined: open), and its value. */
type Open = { taken: boolean | undefined; value: spans.Span }

const NOTHING = spans.exactly(ZERO)
const atMost = (many: number): spans.Span => ({ low: ZERO, high: rational(many) })
const COUNTED: spans.Span = { low: ZERO, high: spans.INFINITE }

/**
 * The possible results of a call over rows while the list, columns of a row or facts in its condition are open: perhaps too wide, never too
 * narrow. A figure of a row is at least its column's minimum, and unlimited without one.
 */
export function possibleRows(node: Expression & { type: 'call' }, setting: Setting, possible: PossibleOf, known: Known): Possible {
  const call = rowsCall(node)
  if (!call || call.name === 'rowsMax' || call.name === 'rowsMin') return undefined
  const { field, rows } = listOf(call.list, setting)
  const look = (row: Row): Open =>
    lookAt(call, { ...setting, assumed: new Map([...setting.assumed, ...cells(field, row, known)]) }, possible)
  if (!rows) return call.name === 'rowsCount' || call.name === 'rowsDistinct' ? COUNTED : anyNumberOf(look({}).value)
  const open = rows.map(look).filter(({ taken }) => taken !== false)
  const sure = open.filter(({ taken }) => taken === true).length
  if (call.name === 'rowsCount') return { low: rational(sure), high: rational(open.length) }
  if (call.name === 'rowsDistinct') return atMost(open.length)
  const parts = open.map(({ taken, value }) => (taken ? value : spans.hull(value, NOTHING)))
  return call.top === null ? parts.reduce(spans.sumOf, NOTHING) : highest(parts, call.top)
}

/** The columns of a row: their values, or the possible values of empty ones. */
function cells(field: CatalogField, row: Row, known: Known): [string, Possible][] {
  return [...field.rowFields!.values()].map((column) => [
    column.key,
    row[column.key] == null ? domainOf(column) : known(asValue(row[column.key])),
  ])
}

function domainOf({ type, labels, min, max }: CatalogField): Possible {
  if (type === 'boolean') return [true, false]
  if (type === 'enum') return [...labels.keys()]
  if (type !== 'number' && type !== 'integer') return undefined
  return { low: min === undefined ? spans.MINUS_INFINITE : rational(min), high: max === undefined ? spans.INFINITE : rational(max) }
}

function lookAt({ where, value, name }: RowsCall, setting: Setting, possible: PossibleOf): Open {
  const truth = where ? possible(where, setting) : [true]
  const taken = Array.isArray(truth) && truth.length === 1 ? truth[0] === true : undefined
  const counted = value && name !== 'rowsDistinct' ? possible(value, setting) : undefined
  return { taken, value: counted !== undefined && 'low' in counted ? counted : spans.ANY }
}

/** The sum of an unknown number of rows. */
const anyNumberOf = ({ low, high }: spans.Span): spans.Span => ({
  low: spans.order(low, ZERO) < 0 ? spans.MINUS_INFINITE : ZERO,
  high: spans.order(high, ZERO) > 0 ? spans.INFINITE : ZERO,
})

/** The highest few: at most the highest upper bounds, at least all that may be negative. */
function highest(parts: readonly spans.Span[], top: number): spans.Span {
  const least = parts.map((part) => spans.smallerOf(part, NOTHING))
  if (least.some(({ low }) => spans.order(low, ZERO) < 0))
    return {
      low: least.reduce(spans.sumOf, NOTHING).low,
      high: greatest(
        parts.map(({ high }) => spans.higher(high, ZERO)),
        top,
      ),
    }
  return {
    low: greatest(
      parts.map(({ low }) => low),
      top,
    ),
    high: greatest(
      parts.map(({ high }) => high),
      top,
    ),
  }
}

const greatest = (ends: readonly spans.Span['low'][], top: number): spans.Span['low'] =>
  ends
    .toSorted((a, b) => spans.order(b, a))
    .slice(0, top)
    .map(spans.exactly)
    .reduce(spans.sumOf, NOTHING).low
