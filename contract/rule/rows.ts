/**
 * Rows of the archive in a formula: their number, or sum, maximum (newest), minimum or number of distinct values of a column, over the rows
 * that meet a condition. `rowsSum(table3, c4, c3 == "检测设备" && c5 >= "2024-01-01")`; names inside the condition are columns. Instead of a
 * column a sum may have a formula per row, `min(c4 * 0.7, 2)`; `rowsTop(list, column, 3, condition)` sums the three greatest.
 */
import type { Expression } from './expression.ts'

export const rowFunctions = {
  rowsCount: '条数',
  rowsSum: '合计',
  rowsTop: '最高的几项合计',
  rowsMax: '最大（最近）',
  rowsMin: '最小（最早）',
  rowsDistinct: '不同的个数',
} as const
export type RowFunction = keyof typeof rowFunctions

export interface RowsCall {
  name: RowFunction
  list: string
  /** the column; not needed for counting, and a sum may have a formula instead */
  column: string | null
  /** the value of each row in a sum: the column, or a formula over columns */
  value: Expression | null
  /** of `rowsTop`: number of rows */
  top: number | null
  where: Expression | null
}

/** Functions in which a formula may replace the column. */
const SUMS: readonly string[] = ['rowsSum', 'rowsTop']

/** A call over rows in parts; undefined for other nodes, and without list and column. */
export function rowsCall(node: Expression): RowsCall | undefined {
  if (node.type !== 'call' || !Object.hasOwn(rowFunctions, node.name)) return undefined
  const name = node.name as RowFunction
  const [list, ...rest] = node.args
  const value = name === 'rowsCount' ? null : (rest.shift() ?? null)
  const most = name === 'rowsTop' ? rest.shift() : undefined
  if (list?.type !== 'field' || (value === null && name !== 'rowsCount')) return undefined
  if (value && value.type !== 'field' && !SUMS.includes(name)) return undefined
  if (name === 'rowsTop' && (most?.type !== 'number' || !/^[1-9]\d*$/.test(most.text))) return undefined
  const top = most?.type === 'number' ? Number(most.text) : null
  return { name, list: list.key, column: value?.type === 'field' ? value.key : null, value, top, where: rest[0] ?? null }
}
