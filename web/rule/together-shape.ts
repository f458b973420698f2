import type { Expression } from '../../contract/rule/expression.ts'
import { rowsOfNode, type RowShape } from './row-shapes.ts'

/** A figure of the company and the same of those that a list names. */
export function togetherOfNode(node: Expression): { fields: [string]; rows: RowShape } | undefined {
  if (node.type !== 'binary' || node.op !== '+' || node.left.type !== 'field') return undefined
  const rows = rowsOfNode(node.right)
  return rows?.name === 'rowsSum' && rows.list !== 'support' ? { fields: [node.left.key], rows } : undefined
}
