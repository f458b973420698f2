import { ExpressionError, parseExpression, type BinaryOperator, type Expression } from '../../contract/rule/expression.ts'
import { rowsCall, type RowFunction } from '../../contract/rule/rows.ts'

/** What is counted or summed over the rows of a list, as it is chosen. `recent`: within so many years before the day of judging. */
export type RowTest = {
  column: string
  op: '==' | '!=' | '>=' | '<=' | '>' | '<' | 'recent'
  value: string | number | boolean
  date?: boolean
}
export interface RowShape {
  list: string
  name: RowFunction
  column: string
  tests: readonly RowTest[]
}
export const freshRows: RowShape = { list: '', name: 'rowsCount', column: '', tests: [] }

const NOT_CHOSEN = '_'
const named = (key: string) => key || NOT_CHOSEN
const chosen = (key: string) => (key === NOT_CHOSEN ? '' : key)
/** Text stands in double quotes, which the language cannot escape. */
const quoted = (value: RowTest['value']) => (typeof value === 'string' ? `"${value.replaceAll('"', '')}"` : String(value))

const testFormula = ({ column, op, value, date }: RowTest): string =>
  op !== 'recent'
    ? `${named(column)} ${op} ${quoted(value)}`
    : date
      ? `${named(column)} > addMonths(applyDate, -${Number(value) * 12})`
      : `${named(column)} > yearOf(applyDate) - ${Number(value)}`

export function rowsFormula({ list, name, column, tests }: RowShape): string {
  const parts = [
    named(list),
    ...(name === 'rowsCount' ? [] : [named(column)]),
    ...(tests.length ? [tests.map(testFormula).join(' && ')] : []),
  ]
  return `${name}(${parts.join(', ')})`
}

/** How a formula over rows was chosen; undefined for one that was written in another way. */
export function rowsOfFormula(source: string): RowShape | undefined {
  try {
    const call = rowsCall(parseExpression(source))
    if (!call) return undefined
    const tests = call.where ? partsOf(call.where).map(testOf) : []
    if (tests.includes(undefined)) return undefined
    return { list: chosen(call.list), name: call.name, column: chosen(call.column ?? ''), tests: tests as RowTest[] }
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

const partsOf = (node: Expression): Expression[] =>
  node.type === 'binary' && node.op === '&&' ? [...partsOf(node.left), ...partsOf(node.right)] : [node]

const COMPARED: readonly BinaryOperator[] = ['==', '!=', '>=', '<=', '>', '<']

function testOf(node: Expression): RowTest | undefined {
  if (node.type !== 'binary' || node.left.type !== 'field' || !COMPARED.includes(node.op)) return undefined
  const column = chosen(node.left.key)
  const years = node.op === '>' ? recentYears(node.right) : undefined
  if (years) return { column, op: 'recent', ...years }
  const { right } = node
  const value = right.type === 'number' ? Number(right.text) : right.type === 'string' || right.type === 'boolean' ? right.value : undefined
  return value === undefined ? undefined : { column, op: node.op as RowTest['op'], value }
}

function recentYears(node: Expression): { value: number; date?: boolean } | undefined {
  if (node.type === 'binary' && node.op === '-' && node.left.type === 'call' && node.left.name === 'yearOf' && node.right.type === 'number')
    return { value: Number(node.right.text) }
  const months = node.type === 'call' && node.name === 'addMonths' ? node.args[1] : undefined
  return months?.type === 'negate' && months.of.type === 'number' ? { value: Number(months.of.text) / 12, date: true } : undefined
}
