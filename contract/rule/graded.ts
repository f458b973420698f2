/**
 * A figure from a table of grades, or by the option of a choice. `level(x, 500, 5%, 1000, 8%)`: 8 % for x from 1000, 5 % from 500, below
 * that 0; `levelOver`: the same for x above the figure; `slices(x, 0, 5%, 500, 8%)`: each part of x at the share of its own grade.
 */
import type { Expression } from './expression.ts'

export const gradedFunctions = {
  level: '满多少取多少',
  levelOver: '超过多少取多少',
  slices: '分段累计',
} as const
export type GradedFunction = keyof typeof gradedFunctions
type NumberNode = Expression & { type: 'number' }
export interface Grade {
  from: NumberNode
  value: NumberNode
}
export interface GradedCall {
  name: GradedFunction
  of: Expression
  grades: readonly Grade[]
}
export const isGraded = (name: string): name is GradedFunction => Object.hasOwn(gradedFunctions, name)

/** A call of a table of grades in parts; undefined for other nodes, and for grades that are not pairs of numbers. */
export function gradedCall(node: Expression): GradedCall | undefined {
  if (node.type !== 'call' || !isGraded(node.name)) return undefined
  const [of, ...rest] = node.args
  const numbers = rest.flatMap((each) => (each.type === 'number' ? [each] : []))
  if (!of || numbers.length < rest.length || rest.length === 0 || rest.length % 2) return undefined
  const grades = numbers.flatMap((from, i): Grade[] => (i % 2 ? [] : [{ from, value: numbers[i + 1] ?? from }]))
  return { name: node.name, of, grades }
}

/** “按学历：博士 3、硕士 1，其余 0”: a chain of comparisons with the options of one choice, each with a number. */
export interface OptionCall {
  key: string
  entries: readonly { option: string; value: NumberNode }[]
  rest: NumberNode
}
export function optionCall(node: Expression): OptionCall | undefined {
  if (node.type !== 'choose') return undefined
  const { test, yes, no } = node
  if (test.type !== 'binary' || test.op !== '==' || test.left.type !== 'field' || test.right.type !== 'string') return undefined
  if (yes.type !== 'number') return undefined
  const entry = { option: test.right.value, value: yes }
  if (no.type === 'number') return { key: test.left.key, entries: [entry], rest: no }
  const further = optionCall(no)
  return further?.key === test.left.key ? { ...further, entries: [entry, ...further.entries] } : undefined
}
