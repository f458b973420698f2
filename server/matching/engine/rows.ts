import { type Expression, expressionNodes } from '../../../contract/rule/expression.ts'
import { rowsCall, type RowsCall } from '../../../contract/rule/rows.ts'
import type { CatalogField } from './catalog.ts'
import type { Scope } from './evaluate.ts'
import * as exact from './rational.ts'
import { Gaps, isRational, type Value } from './value.ts'
import type { Facts } from './facts.ts'
import { valueInWords } from './words.ts'

export type Row = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>
/** A row and whether a condition selects it; undefined: a needed column is empty. */
export type TakenRow = { row: Row; taken: boolean | undefined }

/** Three-valued value of a formula (evaluate.ts, which calls this file for rows). */
type Evaluate = (node: Expression, scope: Scope) => Value

/** A list of a company on the day of judging; undefined when nothing is known of it. */
export function listOf(list: string, scope: Pick<Scope, 'facts'>): { field: CatalogField; rows: readonly Row[] | undefined } {
  const field = scope.facts.catalog.byKey.get(list)
  if (!field?.rowFields) throw new Error(`没有清单 ${list}`)
  const rows = scope.facts.slots[field.index] as readonly Row[] | undefined
  const day = scope.facts.applyDate
  if (!field.during) return { field, rows }
  const [from, to] = field.during
  return { field, rows: rows?.filter((row) => String(row[from] ?? '') <= day && day <= String(row[to] ?? '9999-12-31')) }
}

const valuesOf = (field: CatalogField, row: Row): Map<string, Value> =>
  new Map([...field.rowFields!.keys()].map((key): [string, Value] => [key, asValue(row[key])]))

/** Every row of the list with the result of the condition. */
export function takenRows({ list, where }: RowsCall, scope: Scope, evaluate: Evaluate): TakenRow[] | undefined {
  const { field, rows } = listOf(list, scope)
  return rows?.map((row) => {
    if (!where) return { row, taken: true }
    const value = evaluate(where, { ...scope, gaps: new Gaps(), given: valuesOf(field, row) })
    return { row, taken: typeof value === 'boolean' ? value : undefined }
  })
}

export const asValue = (value: Row[string]): Value => (typeof value === 'number' ? exact.rational(value) : (value ?? undefined))

/** The result of a call over rows; undefined when the list is unknown, a row is open, or a selected row lacks the column. */
export function overRows(node: Expression & { type: 'call' }, scope: Scope, evaluate: Evaluate): Value {
  const call = rowsCall(node)
  if (!call) throw new Error(`${node.name} 缺少清单`)
  const rows = takenRows(call, scope, evaluate)
  const { field } = listOf(call.list, scope)
  const counts = (row: Row): Value => counted(call, field, row, scope, evaluate)
  const taken = rows?.flatMap((each) => (each.taken ? [each.row] : [])) ?? []
  const result = rows?.every((each) => each.taken !== undefined)
    ? summed(call, taken.length, call.value ? taken.map(counts) : [])
    : undefined
  // The maximum or minimum of no rows is not missing: it does not exist.
  if (result === undefined && !(rows?.length && rows.every((each) => each.taken === false))) scope.gaps.missing.add(call.list)
  return result
}

/** The value of a row: its column, or a formula over its columns. */
function counted({ column, value }: RowsCall, field: CatalogField, row: Row, scope: Scope, evaluate: Evaluate): Value {
  if (column !== null) return asValue(row[column])
  return value ? evaluate(value, { ...scope, gaps: new Gaps(), given: valuesOf(field, row) }) : undefined
}

function summed({ name, value, top }: RowsCall, count: number, values: readonly Value[]): Value {
  if (value === null) return exact.rational(count)
  if (values.includes(undefined)) return undefined
  if (name === 'rowsDistinct') return exact.rational(new Set(values.map(asText)).size)
  if (name === 'rowsSum' || name === 'rowsTop') {
    const figures = values.filter(isRational)
    if (figures.length < values.length) return undefined
    const kept = top === null ? figures : figures.toSorted((a, b) => exact.compare(b, a)).slice(0, top)
    return kept.reduce(exact.add, exact.ZERO)
  }
  return values.reduce<Value>((best, each) => (best === undefined || before(best, each) === (name === 'rowsMax') ? each : best), undefined)
}
const asText = (value: Value): string => (isRational(value) ? `${value.n}/${value.d}` : JSON.stringify(value))

const before = (a: Value, b: Value): boolean =>
  isRational(a) && isRational(b) ? exact.compare(a, b) < 0 : typeof a === 'string' && typeof b === 'string' && a < b

/** Limit of shown rows per list. */
const SHOWN = 50

/** Each row that a formula reads, in words, and whether it was selected; null for open rows and rows without the summed column. */
export function shownRows(formula: Expression, facts: Facts, evaluate: Evaluate): { text: string; taken: boolean | null }[] {
  return [...expressionNodes(formula)].flatMap((node) => {
    const call = rowsCall(node)
    return call ? shownOf(call, facts, evaluate) : []
  })
}

/** The remarks on rows that others must confirm: “外地母公司：未入驻平台，需工作人员核实”. */
export function remarksIn(field: CatalogField | undefined, facts: Facts): string[] {
  if (!field?.remark) return []
  const { key, words } = field.remark
  return (listOf(field.key, { facts }).rows ?? []).flatMap((row) => {
    const said = words[String(row[key])]
    return said === undefined ? [] : [`${String(row[field.told?.[0] ?? ''] ?? field.label)}：${said}`]
  })
}

/** The remark of a row: “（未入驻平台，需工作人员核实）”. */
function remarkOf({ remark }: CatalogField, row: Row): string {
  const words = remark?.words[String(row[remark.key])]
  return words === undefined ? '' : `（${words}）`
}

function shownOf(call: RowsCall, facts: Facts, evaluate: Evaluate): { text: string; taken: boolean | null }[] {
  const scope = { facts, gaps: new Gaps() }
  const { field } = listOf(call.list, scope)
  const columns = [...field.rowFields!.values()].filter(({ key }) => field.told?.includes(key) ?? true)
  const rows = takenRows(call, scope, evaluate) ?? []
  const lacks = (row: Row): boolean => call.name !== 'rowsCount' && counted(call, field, row, scope, evaluate) === undefined
  return rows.slice(0, SHOWN).map(({ row, taken }) => ({
    text: [
      columns.flatMap((column) => (row[column.key] == null ? [] : [`${column.label} ${valueInWords(column, row[column.key])}`])).join('，'),
      remarkOf(field, row),
    ].join(''),
    taken: taken === true && lacks(row) ? null : (taken ?? null),
  }))
}
