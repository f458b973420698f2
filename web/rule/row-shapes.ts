import { asKey, within } from './graded-shape.ts'
import { ExpressionError, parseExpression, type BinaryOperator, type Expression } from '../../contract/rule/expression.ts'
import { rowsCall, type RowFunction } from '../../contract/rule/rows.ts'

/**
 * A row condition, as chosen. `recent`: within so many months (for a year column: years) before the day of judging; `full`: at least so
 * many months ago; `lastYear`, `thisYear`: in the year before that of judging, or in the same; `in`: one of several values.
 */
export type RowTest = {
  /** a column; or a formula over the row that begins with `=` */
  column: string
  op: '==' | '!=' | '>=' | '<=' | '>' | '<' | 'recent' | 'full' | 'lastYear' | 'thisYear' | 'in'
  value: string | number | boolean | readonly string[]
  date?: boolean
  /** instead of the value: another column, a company figure, or a formula that begins with `=` */
  other?: string
  /** begins an alternative: the conditions from here to the next `or` are sufficient together */
  or?: true
}
/** The percentage of a row that counts, by the value of a choice column; other values count 0. */
export interface ShareBy {
  column: string
  shares: Readonly<Record<string, number>>
}
export interface RowShape {
  list: string
  name: RowFunction
  column: string
  /** for a sum: each row counts column × another column × share, with a maximum */
  times?: string
  share?: number
  by?: ShareBy
  most?: number
  /** for a sum, instead of a column: a formula over the row that begins with `=` */
  each?: string
  /** for `rowsTop`: the number of rows */
  top?: number
  tests: readonly RowTest[]
}
export const freshRows: RowShape = { list: '', name: 'rowsCount', column: '', tests: [] }
export const isSum = (name: RowFunction): boolean => name === 'rowsSum' || name === 'rowsTop'

const NOT_CHOSEN = '_'
const named = (key: string) => key || NOT_CHOSEN
const chosen = (key: string) => (key === NOT_CHOSEN ? '' : key)
/** Text in double quotes; the language cannot escape quotes, so they are removed. */
const quoted = (value: RowTest['value']) => (typeof value === 'string' ? `"${value.replaceAll('"', '')}"` : String(value))

const valueFormula = ({ column, each, times, share, by, most }: RowShape): string => {
  if (each !== undefined) return within(each)
  const product = [
    named(column),
    ...(times === undefined ? [] : [named(times)]),
    ...(share === undefined ? [] : [share]),
    ...(by === undefined ? [] : [`(${byFormula(by)})`]),
  ].join(' * ')
  return most === undefined ? product : `min(${product}, ${most})`
}
/** A missing column choice is represented by an option that does not exist. */
const byFormula = ({ column, shares }: ShareBy): string =>
  [
    ...Object.entries(column ? shares : { '': 0 }).map(([value, percent]) => `${named(column)} == ${quoted(value)} ? ${percent}%`),
    '0%',
  ].join(' : ')

export function testFormula({ column, op, value, date, other }: RowTest): string {
  const of = within(column)
  const year = date ? `yearOf(${of})` : of
  switch (op) {
    case 'recent':
      return date ? `${of} > addMonths(applyDate, -${Number(value)})` : `${of} > yearOf(applyDate) - ${Number(value)}`
    case 'full':
      return `${of} <= addMonths(applyDate, -${Number(value)})`
    case 'lastYear':
      return `${year} == yearOf(applyDate) - 1`
    case 'thisYear':
      return `${year} == yearOf(applyDate)`
    case 'in':
      return `isIn(${[of, ...(Array.isArray(value) ? value : [String(value)]).map(quoted)].join(', ')})`
    default:
      return `${of} ${op} ${other === undefined ? quoted(value) : within(other)}`
  }
}

export function rowsFormula(shape: RowShape): string {
  const { list, name, column, top, tests } = shape
  const parts = [
    named(list),
    ...(name === 'rowsCount' ? [] : [isSum(name) ? valueFormula(shape) : named(column)]),
    ...(name === 'rowsTop' ? [String(top ?? 3)] : []),
    ...(tests.length ? [tests.map((test, n) => (n === 0 ? '' : test.or ? ' || ' : ' && ') + testFormula(test)).join('')] : []),
  ]
  return `${name}(${parts.join(', ')})`
}

/** The choices behind a formula over rows; undefined when it was written in another form. */
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
  const value = call.value ? (valueOf(call.value) ?? { column: '', each: asKey(call.value) }) : { column: '' }
  if (!tests) return undefined
  return { list: chosen(call.list), name: call.name, ...value, ...(call.top === null ? {} : { top: call.top }), tests }
}

/** Alternatives of conditions that must all hold; undefined for any other condition. */
function testsOf(where: Expression): RowTest[] | undefined {
  const tests = partsOf(where, '||').flatMap((each, nth) =>
    partsOf(each, '&&').map((part, n) => {
      const test = testOf(part)
      return test && nth > 0 && n === 0 ? { ...test, or: true as const } : test
    }),
  )
  return tests.includes(undefined) ? undefined : (tests as RowTest[])
}

function valueOf(node: Expression): Pick<RowShape, 'column' | 'times' | 'share' | 'by' | 'most'> | undefined {
  const most = node.type === 'call' && node.name === 'min' && node.args.length === 2 ? node.args[1] : undefined
  if (most?.type === 'number') {
    const inner = valueOf((node as Expression & { type: 'call' }).args[0]!)
    return inner && inner.most === undefined ? { ...inner, most: Number(most.text) } : undefined
  }
  const factors = factorsOf(node)
  const fields = factors.flatMap((each) => (each.type === 'field' ? [chosen(each.key)] : []))
  const numbers = factors.flatMap((each) => (each.type === 'number' && !each.percent ? [Number(each.text)] : []))
  const choices = factors.flatMap((each) => sharesOf(each) ?? [])
  const [column, times] = fields
  if (column === undefined || fields.length > 2 || numbers.length > 1 || choices.length > 1) return undefined
  if (fields.length + numbers.length + choices.length < factors.length) return undefined
  return {
    column,
    ...(times === undefined ? {} : { times }),
    ...(numbers[0] === undefined ? {} : { share: numbers[0] }),
    ...(choices[0] === undefined ? {} : { by: choices[0] }),
  }
}
const factorsOf = (node: Expression): Expression[] =>
  node.type === 'binary' && node.op === '*' ? [...factorsOf(node.left), ...factorsOf(node.right)] : [node]

/** A chain of options over one column whose rest is 0. */
function sharesOf(node: Expression): ShareBy | undefined {
  if (node.type !== 'choose') return undefined
  const { test, yes, no } = node
  if (test.type !== 'binary' || test.op !== '==' || test.left.type !== 'field' || test.right.type !== 'string') return undefined
  if (yes.type !== 'number' || !yes.percent) return undefined
  const column = chosen(test.left.key)
  const own = column ? { [test.right.value]: Math.round(Number(yes.text) * 1e10) / 1e8 } : {}
  if (no.type === 'number') return Number(no.text) === 0 ? { column, shares: own } : undefined
  const rest = sharesOf(no)
  return rest?.column === column ? { column, shares: { ...own, ...rest.shares } } : undefined
}

const partsOf = (node: Expression, joint: '&&' | '||'): Expression[] =>
  node.type === 'binary' && node.op === joint ? [...partsOf(node.left, joint), ...partsOf(node.right, joint)] : [node]

const COMPARED: readonly BinaryOperator[] = ['==', '!=', '>=', '<=', '>', '<']

function testOf(node: Expression): RowTest | undefined {
  if (node.type === 'call' && node.name === 'isIn') {
    const [of, ...values] = node.args
    const texts = values.flatMap((each) => (each.type === 'string' ? [each.value] : []))
    return of?.type === 'field' && texts.length === values.length ? { column: chosen(of.key), op: 'in', value: texts } : undefined
  }
  if (node.type !== 'binary' || !COMPARED.includes(node.op)) return undefined
  const dated = node.left.type === 'call' && node.left.name === 'yearOf'
  const of = dated ? (node.left as Expression & { type: 'call' }).args[0] : node.left
  if (of?.type !== 'field') return computedTest(node)
  const column = chosen(of.key)
  const back = yearsBack(node.right)
  if (node.op === '==' && (back === 0 || back === 1))
    return { column, op: back === 1 ? 'lastYear' : 'thisYear', value: back, ...(dated ? { date: true } : {}) }
  if (dated) return computedTest(node)
  if (node.op === '>' && back !== undefined) return { column, op: 'recent', value: back }
  const months = monthsBack(node.right)
  if (months !== undefined && (node.op === '>' || node.op === '<='))
    return { column, op: node.op === '>' ? 'recent' : 'full', value: months, date: true }
  const { right } = node
  const value = right.type === 'number' ? Number(right.text) : right.type === 'string' || right.type === 'boolean' ? right.value : undefined
  return value === undefined ? computedTest(node) : { column, op: node.op as RowTest['op'], value }
}

/** A column, or a calculation over the row, compared with a number, another column, a company figure, or a calculation. */
function computedTest({ op, left, right }: Expression & { type: 'binary' }): RowTest | undefined {
  if (isTruth(left) || isTruth(right) || !COMPARED.includes(op)) return undefined
  const at = { column: asKey(left), op: op as RowTest['op'] }
  return right.type === 'number' && !right.percent ? { ...at, value: Number(right.text) } : { ...at, value: 0, other: asKey(right) }
}
/** Nested conditions can only be handwritten. */
const isTruth = (node: Expression): boolean =>
  node.type === 'not' || node.type === 'boolean' || (node.type === 'binary' && !'+-*/'.includes(node.op))

/** Number of years before the year of judging; 0 is the same year. */
function yearsBack(node: Expression): number | undefined {
  if (node.type === 'call' && node.name === 'yearOf') return 0
  return node.type === 'binary' && node.op === '-' && yearsBack(node.left) === 0 && node.right.type === 'number'
    ? Number(node.right.text)
    : undefined
}
function monthsBack(node: Expression): number | undefined {
  const months = node.type === 'call' && node.name === 'addMonths' ? node.args[1] : undefined
  return months?.type === 'negate' && months.of.type === 'number' ? Number(months.of.text) : undefined
}
