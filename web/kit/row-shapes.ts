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
  /** of a sum: each row counts the column × another column × a share, at most so much */
  times?: string
  share?: number
  most?: number
  /** of `rowsTop`: how many rows */
  top?: number
  tests: readonly RowTest[]
}
export const freshRows: RowShape = { list: '', name: 'rowsCount', column: '', tests: [] }
export const isSum = (name: RowFunction): boolean => name === 'rowsSum' || name === 'rowsTop'

const NOT_CHOSEN = '_'
const named = (key: string) => key || NOT_CHOSEN
const chosen = (key: string) => (key === NOT_CHOSEN ? '' : key)
/** Text stands in double quotes, which the language cannot escape. */
const quoted = (value: RowTest['value']) => (typeof value === 'string' ? `"${value.replaceAll('"', '')}"` : String(value))

const valueFormula = ({ column, times, share, most }: RowShape): string => {
  const product = [named(column), ...(times === undefined ? [] : [named(times)]), ...(share === undefined ? [] : [share])].join(' * ')
  return most === undefined ? product : `min(${product}, ${most})`
}

export const testFormula = ({ column, op, value, date }: RowTest): string =>
  op !== 'recent'
    ? `${named(column)} ${op} ${quoted(value)}`
    : date
      ? `${named(column)} > addMonths(applyDate, -${Number(value) * 12})`
      : `${named(column)} > yearOf(applyDate) - ${Number(value)}`

export function rowsFormula(shape: RowShape): string {
  const { list, name, column, top, tests } = shape
  const parts = [
    named(list),
    ...(name === 'rowsCount' ? [] : [isSum(name) ? valueFormula(shape) : named(column)]),
    ...(name === 'rowsTop' ? [String(top ?? 3)] : []),
    ...(tests.length ? [tests.map(testFormula).join(' && ')] : []),
  ]
  return `${name}(${parts.join(', ')})`
}

/** How a formula over rows was chosen; undefined for one that was written in another way. */
export function rowsOfFormula(source: string): RowShape | undefined {
  try {
    return rowsOfNode(parseExpression(source))
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

export function rowsOfNode(node: Expression): RowShape | undefined {
  const call = rowsCall(node)
  if (!call) return undefined
  const tests = call.where ? testsOf(call.where) : []
  const value = call.value ? valueOf(call.value) : { column: '' }
  if (!tests || !value) return undefined
  return { list: chosen(call.list), name: call.name, ...value, ...(call.top === null ? {} : { top: call.top }), tests }
}

/** Conditions of a row that all hold; undefined for any other condition. */
export function testsOf(where: Expression): RowTest[] | undefined {
  const tests = partsOf(where).map(testOf)
  return tests.includes(undefined) ? undefined : (tests as RowTest[])
}

function valueOf(node: Expression): Pick<RowShape, 'column' | 'times' | 'share' | 'most'> | undefined {
  const most = node.type === 'call' && node.name === 'min' && node.args.length === 2 ? node.args[1] : undefined
  if (most?.type === 'number') {
    const inner = valueOf((node as Expression & { type: 'call' }).args[0]!)
    return inner && inner.most === undefined ? { ...inner, most: Number(most.text) } : undefined
  }
  const factors = factorsOf(node)
  const fields = factors.flatMap((each) => (each.type === 'field' ? [chosen(each.key)] : []))
  const numbers = factors.flatMap((each) => (each.type === 'number' ? [Number(each.text)] : []))
  const [column, times] = fields
  if (column === undefined || fields.length > 2 || numbers.length > 1 || fields.length + numbers.length < factors.length) return undefined
  return { column, ...(times === undefined ? {} : { times }), ...(numbers[0] === undefined ? {} : { share: numbers[0] }) }
}
const factorsOf = (node: Expression): Expression[] =>
  node.type === 'binary' && node.op === '*' ? [...factorsOf(node.left), ...factorsOf(node.right)] : [node]

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
