import { growthOf } from '../../../contract/rule/growth.ts'
import type { Expression } from '../../../contract/rule/expression.ts'
import type { Facts } from './facts.ts'
import { countedYears, hnteGrowth, section, sizing, yearsSum } from './series.ts'
import { Gaps, isOneOf, isRational, type Value } from './value.ts'
import { addMonths, begunMonths, daysBetween, wholeMonths, wholeYears } from './dates.ts'
import * as exact from './rational.ts'
import { inForce } from './dated.ts'
import { overRows } from './rows.ts'
import { isGraded } from '../../../contract/rule/graded.ts'
import { graded, gradedOf, growthPerYear } from './graded.ts'

/** `given` overrides the facts: a default, or a value being tried. */
export type Scope = { facts: Facts; gaps: Gaps; given?: ReadonlyMap<string, Value> }

/** Function name → number of arguments [least, most]. */
export const FUNCTIONS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['min', [1, 20]],
  ['max', [1, 20]],
  ['pow', [2, 2]],
  ['level', [3, 41]],
  ['levelOver', [3, 41]],
  ['slices', [3, 41]],
  ['compound', [3, 3]],
  ['floor', [1, 1]],
  ['isIn', [2, 60]],
  ['count', [1, 1]],
  ['days', [2, 2]],
  ['months', [2, 2]],
  ['monthsBegun', [2, 2]],
  ['years', [2, 2]],
  ['addMonths', [2, 2]],
  ['within', [3, 3]],
  ['asOf', [2, 2]],
  ['left', [2, 2]],
  ['section', [1, 1]],
  ['yearsSum', [1, 1]],
  ['countedYears', [1, 1]],
  ['hnteGrowth', [1, 1]],
  ['sizing', [4, 4]],
  ['yearOf', [1, 1]],
  ['rowsCount', [1, 2]],
  ['rowsSum', [2, 3]],
  ['rowsTop', [3, 4]],
  ['rowsMax', [2, 3]],
  ['rowsMin', [2, 3]],
  ['rowsDistinct', [2, 3]],
])

/** Three-valued value of a formula: undefined when a needed fact is missing (noted in scope.gaps) or a denominator is 0. */
export function evaluate(node: Expression, scope: Scope): Value {
  switch (node.type) {
    case 'number':
      return exact.rational(node.text)
    case 'string':
    case 'boolean':
      return node.value
    case 'field':
      return scope.given?.has(node.key) ? scope.given.get(node.key) : scope.facts.value(node.key, scope.gaps)
    case 'negate': {
      const value = evaluate(node.of, scope)
      return isRational(value) ? exact.subtract(exact.ZERO, value) : undefined
    }
    case 'not': {
      const value = evaluate(node.of, scope)
      return typeof value === 'boolean' ? !value : undefined
    }
    case 'choose':
      return choose(node, scope)
    case 'binary':
      return node.op === '&&' || node.op === '||' ? logical(node.op, node.left, node.right, scope) : binary(node, scope)
    case 'call':
      if (node.name.startsWith('rows')) return overRows(node, scope, evaluate)
      return isGraded(node.name) ? ofGrades(node, scope) : call(node.name, node.args, scope)
  }
}

function choose(node: Expression & { type: 'choose' }, scope: Scope): Value {
  const gaps = new Gaps()
  const test = evaluate(node.test, { ...scope, gaps })
  if (test === true) return evaluate(node.yes, scope)
  if (test === false) return evaluate(node.no, scope)
  const yes = evaluate(node.yes, { ...scope, gaps })
  const no = evaluate(node.no, { ...scope, gaps })
  if (yes !== undefined && same(yes, no)) return yes
  scope.gaps.add(gaps)
  return undefined
}

function logical(op: '&&' | '||', left: Expression, right: Expression, scope: Scope): Value {
  const decisive = op === '||'
  const gaps = new Gaps()
  const first = evaluate(left, { ...scope, gaps })
  if (first === decisive) return decisive
  const second = evaluate(right, { ...scope, gaps })
  if (second === decisive) return decisive
  if (first === !decisive && second === !decisive) return !decisive
  scope.gaps.add(gaps)
  return undefined
}

function binary(node: Expression & { type: 'binary' }, scope: Scope): Value {
  const gaps = new Gaps()
  const inner = { ...scope, gaps }
  const left = evaluate(node.left, inner)
  const right = evaluate(node.right, inner)
  const result = overLoss(node, inner) ? undefined : combine(node, left, right, gaps)
  if (result === undefined) scope.gaps.add(gaps)
  return result
}

/** A growth from a negative value has no result: twice the loss would count as +100 %. */
function overLoss(node: Expression & { type: 'binary' }, scope: Scope): boolean {
  const before = node.op === '-' ? growthOf(node)?.[1] : undefined
  const value = before === undefined ? undefined : evaluate({ type: 'field', key: before }, scope)
  if (before === undefined || !isRational(value) || value.n >= 0n) return false
  scope.gaps.zero.add(before)
  return true
}

function combine(node: Expression & { type: 'binary' }, left: Value, right: Value, gaps: Gaps): Value {
  if (node.op === '==' || node.op === '!=') {
    const equal = same(left, right)
    return equal === undefined ? undefined : equal === (node.op === '==')
  }
  if (node.op === '/' && isRational(right) && right.n === 0n) gaps.zero.add(node.right.type === 'field' ? node.right.key : '分母')
  if (typeof left === 'string' && typeof right === 'string') return ordered(node.op, left < right ? -1 : left > right ? 1 : 0)
  if (!isRational(left) || !isRational(right)) return undefined
  switch (node.op) {
    case '+':
      return exact.add(left, right)
    case '-':
      return exact.subtract(left, right)
    case '*':
      return exact.multiply(left, right)
    case '/':
      return right.n === 0n ? undefined : exact.divide(left, right)
    default:
      return ordered(node.op, exact.compare(left, right))
  }
}

function ordered(op: string, sign: number): boolean | undefined {
  if (op === '<') return sign < 0
  if (op === '<=') return sign <= 0
  if (op === '>') return sign > 0
  return op === '>=' ? sign >= 0 : undefined
}

/** Equality of two values; undefined when either leaves it open. */
export function same(left: Value, right: Value): boolean | undefined {
  if (left === undefined || right === undefined) return undefined
  if (isOneOf(left)) return typeof right === 'string' && !left.oneOf.includes(right) ? false : undefined
  if (isOneOf(right)) return same(right, left)
  if (isRational(left)) return isRational(right) && left.n === right.n && left.d === right.d
  if (typeof left === 'object')
    return typeof right === 'object' && !isRational(right) && left.length === right.length && left.every((each) => right.includes(each))
  return left === right
}

function ofGrades(node: Expression & { type: 'call' }, scope: Scope): Value {
  const call = gradedOf(node)
  const value = evaluate(call.of, scope)
  return isRational(value) ? graded(call, value) : undefined
}

/** The yearly growth between two figures; none when the first is 0 or negative. */
function compound([now, before, years]: readonly Value[], names: readonly Expression[], { gaps }: Scope): Value {
  if (!isRational(now) || !isRational(before) || !isRational(years)) return undefined
  const result = growthPerYear(now, before, years)
  const [, from] = names
  if (result === undefined) gaps.zero.add(from?.type === 'field' ? from.key : '分母')
  return result
}

function call(name: string, args: readonly Expression[], scope: Scope): Value {
  const { facts, gaps } = scope
  const first = args[0] as Expression
  if (name === 'asOf') return asOf(first, args[1] as Expression, scope)
  if (name === 'yearsSum') return yearsSum(prefix(first), facts, gaps)
  if (name === 'countedYears') return countedYears(facts, gaps)
  if (name === 'hnteGrowth') return hnteGrowth(prefix(first), facts, gaps)
  if (name === 'sizing') return sizing(args.map((each) => prefix(each)) as [string, string, string, string], facts, gaps)
  const values = args.map((each) => evaluate(each, scope))
  const value = values[0]
  switch (name) {
    case 'min':
    case 'max':
      return values.every((each) => isRational(each)) ? values.reduce(name === 'min' ? exact.smaller : exact.larger) : undefined
    case 'pow':
      return isRational(value) && isRational(values[1]) ? exact.power(value, values[1]) : undefined
    case 'compound':
      return compound(values, args, scope)
    case 'floor':
      return isRational(value) ? exact.floor(value) : undefined
    case 'isIn':
      return among(value, values.slice(1))
    case 'count':
      return Array.isArray(value) ? exact.rational(value.length) : undefined
    case 'days':
      return typeof value === 'string' && typeof values[1] === 'string' ? exact.rational(daysBetween(value, values[1])) : undefined
    case 'months':
    case 'monthsBegun':
    case 'years':
    case 'addMonths':
    case 'within':
      return calendar(name, values)
    case 'yearOf':
      return typeof value === 'string' ? exact.rational(value.slice(0, 4)) : undefined
    case 'left':
      return typeof value === 'string' && isRational(values[1]) ? division(value).slice(0, Number(values[1].n)) : undefined
    case 'section':
      return typeof value === 'string' ? section(value, facts.catalog, gaps) : undefined
    default:
      throw new Error(`没有函数 ${name}`)
  }
}

/** The value of a dated figure on a date; undefined for other fields. */
function asOf(figure: Expression, date: Expression, scope: Scope): Value {
  const day = evaluate(date, scope)
  const field = figure.type === 'field' ? scope.facts.catalog.byKey.get(figure.key) : undefined
  return field?.dated && typeof day === 'string' ? inForce(field.dated, day) : undefined
}

const COUNTED: Readonly<Record<string, (from: string, to: string) => number>> = {
  months: wholeMonths,
  monthsBegun: begunMonths,
  years: wholeYears,
}
/**
 * Date functions: whole months and years between two dates, a date some months later, and whether a date lies within some months after
 * another.
 */
function calendar(name: string, [first, second, third]: readonly Value[]): Value {
  if (typeof first !== 'string') return undefined
  if (name === 'addMonths') return isRational(second) ? addMonths(first, Number(second.n / second.d)) : undefined
  if (typeof second !== 'string') return undefined
  if (name === 'within') return isRational(third) ? first <= second && second <= addMonths(first, Number(third.n / third.d)) : undefined
  return exact.rational(COUNTED[name]!(first, second))
}

/** Removes the section letter of an industry code (C3451); the division starts at the digits. */
const division = (code: string): string => code.replace(/^[A-T](?=\d)/, '')
const prefix = (node: Expression): string => (node.type === 'field' ? node.key : '')

function among(value: Value, list: readonly Value[]): boolean | undefined {
  const found = list.map((each) => same(value, each))
  return found.includes(true) ? true : found.includes(undefined) ? undefined : false
}
