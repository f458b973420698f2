/**
 * Rows of the archive in a formula: how many there are, the sum, the greatest (newest), the least or the number of different values of a column,
 * of the rows that a condition takes. `rowsSum(table3, c4, c3 == "检测设备" && c5 >= "2024-01-01")`; names inside the condition are columns.
 */
import type { Expression } from './expression.ts'

export const rowFunctions = {
  rowsCount: '条数',
  rowsSum: '合计',
  rowsMax: '最大（最近）',
  rowsMin: '最小（最早）',
  rowsDistinct: '不同的个数',
} as const
export type RowFunction = keyof typeof rowFunctions

export interface RowsCall {
  name: RowFunction
  list: string
  /** counting needs none */
  column: string | null
  where: Expression | null
}

/** A call over rows by its parts; undefined for any other node, and for one that does not name list and column. */
export function rowsCall(node: Expression): RowsCall | undefined {
  if (node.type !== 'call' || !Object.hasOwn(rowFunctions, node.name)) return undefined
  const name = node.name as RowFunction
  const [list, ...rest] = node.args
  const column = name === 'rowsCount' ? null : rest.shift()
  if (list?.type !== 'field' || (column !== null && column?.type !== 'field')) return undefined
  return { name, list: list.key, column: column?.key ?? null, where: rest[0] ?? null }
}
