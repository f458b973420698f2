import type { Expression } from '../../../contract/rule/expression.ts'
import { rowsCall, type RowsCall } from '../../../contract/rule/rows.ts'
import type { CatalogField } from './catalog.ts'
import type { Scope } from './evaluate.ts'
import * as exact from './rational.ts'
import { Gaps, isRational, type Value } from './value.ts'
import type { Facts } from './facts.ts'
import { valueInWords } from './words.ts'

export type Row = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>
/** A row and whether a condition takes it; undefined: a column that it needs is empty. */
export type TakenRow = { row: Row; taken: boolean | undefined }

/** Three-valued value of a formula (evaluate.ts, which asks this file about rows). */
type Evaluate = (node: Expression, scope: Scope) => Value

/** A list of a company; undefined where nothing is known of it. */
export function listOf(list: string, scope: Pick<Scope, 'facts'>): { field: CatalogField; rows: readonly Row[] | undefined } {
  const field = scope.facts.catalog.byKey.get(list)
  if (!field?.rowFields) throw new Error(`没有清单 ${list}`)
  return { field, rows: scope.facts.slots[field.index] as readonly Row[] | undefined }
}

/** Every row of the list with what the condition says of it. */
export function takenRows({ list, where }: RowsCall, scope: Scope, evaluate: Evaluate): TakenRow[] | undefined {
  const { field, rows } = listOf(list, scope)
  return rows?.map((row) => {
    if (!where) return { row, taken: true }
    const given = new Map([...field.rowFields!.keys()].map((key): [string, Value] => [key, asValue(row[key])]))
    const value = evaluate(where, { ...scope, gaps: new Gaps(), given })
    return { row, taken: typeof value === 'boolean' ? value : undefined }
  })
}

const asValue = (value: Row[string]): Value => (typeof value === 'number' ? exact.rational(value) : (value ?? undefined))

/** What a call over rows comes to; undefined when the list is not known, a row is open, or a taken row lacks the column. */
export function overRows(node: Expression & { type: 'call' }, scope: Scope, evaluate: Evaluate): Value {
  const call = rowsCall(node)
  if (!call) throw new Error(`${node.name} 缺少清单`)
  const rows = takenRows(call, scope, evaluate)
  const result = rows?.every(({ taken }) => taken !== undefined)
    ? summed(
        call,
        rows.flatMap(({ row, taken }) => (taken ? [row] : [])),
      )
    : undefined
  // A greatest or least of no rows is not lacking: there is none.
  if (result === undefined && !(rows?.length && rows.every(({ taken }) => taken === false))) scope.gaps.missing.add(call.list)
  return result
}

function summed({ name, column }: RowsCall, rows: readonly Row[]): Value {
  if (column === null) return exact.rational(rows.length)
  const values = rows.map((row) => asValue(row[column]))
  if (values.includes(undefined)) return undefined
  if (name === 'rowsDistinct') return exact.rational(new Set(rows.map((row) => JSON.stringify(row[column]))).size)
  if (name === 'rowsSum') return values.every(isRational) ? values.reduce(exact.add, exact.ZERO) : undefined
  return values.reduce<Value>(
    (best, value) => (best === undefined || before(best, value) === (name === 'rowsMax') ? value : best),
    undefined,
  )
}

const before = (a: Value, b: Value): boolean =>
  isRational(a) && isRational(b) ? exact.compare(a, b) < 0 : typeof a === 'string' && typeof b === 'string' && a < b

/** Rows that are shown of one list. */
const SHOWN = 50

/** Each row that a formula looks at, in words, and whether it was taken; open rows say null. */
export function shownRows(formula: Expression, facts: Facts, evaluate: Evaluate): { text: string; taken: boolean | null }[] {
  const call = rowsCall(formula)
  if (!call) return []
  const columns = [...listOf(call.list, { facts }).field.rowFields!.values()]
  const rows = takenRows(call, { facts, gaps: new Gaps() }, evaluate) ?? []
  return rows.slice(0, SHOWN).map(({ row, taken }) => ({
    text: columns
      .flatMap((column) => (row[column.key] == null ? [] : [`${column.label} ${valueInWords(column, row[column.key])}`]))
      .join('，'),
    taken: taken ?? null,
  }))
}
