import type { Expression } from './expression.ts'

/** The two fields of “A ÷ B − 1”, the growth from B to A. */
export function growthOf(node: Expression): readonly [string, string] | undefined {
  if (node.type !== 'binary' || node.op !== '-' || node.right.type !== 'number' || Number(node.right.text) !== 1) return undefined
  const { left } = node
  return left.type === 'binary' && left.op === '/' && left.left.type === 'field' && left.right.type === 'field'
    ? [left.left.key, left.right.key]
    : undefined
}
