import type { Expression } from '../../contract/rule/expression.ts'
import { rowsOfNode, type RowShape } from './row-shapes.ts'

/** A figure of the company plus the same figure of the companies in a list. */
export function togetherOfNode(node: Expression): { fields: [string]; rows: RowShape } | undefined {
  if (node.type !== 'binary' || node.op !== '+' || node.left.type !== 'field') return undefined
  const rows = rowsOfNode(node.right)
  return rows?.name === 'rowsSum' && rows.list !== 'support' ? { fields: [node.left.key], rows } : undefined
}
