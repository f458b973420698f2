import type { Expression } from './expression.ts'

/** The figures of “(a + b + c) / 3”, in order; undefined when it is not a mean of at least two figures. */
export function meanOf(node: Expression & { type: 'binary' }): readonly Expression[] | undefined {
  if (node.op !== '/' || node.right.type !== 'number' || node.right.percent) return undefined
  const all = summed(node.left)
  return all.length >= 2 && Number(node.right.text) === all.length && all.every(({ type }) => type === 'field') ? all : undefined
}
const summed = (node: Expression): Expression[] =>
  node.type === 'binary' && node.op === '+' ? [...summed(node.left), ...summed(node.right)] : [node]
