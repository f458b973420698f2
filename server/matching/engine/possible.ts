import { growthOf } from '../../../contract/rule/growth.ts'
import { partsOf } from '../../../contract/rule/condition-words.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import type { Expression } from '../../../contract/rule/expression.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { againstNothing, isLeaf, leafTest, SCORE } from './condition.ts'
import { evaluate } from './evaluate.ts'
import type { Facts } from './facts.ts'
import { possibleRows } from './possible-rows.ts'
import { gradedOf, gradedSpan } from './graded.ts'
import { isGraded } from '../../../contract/rule/graded.ts'
import { floor, ONE, rational, subtract, ZERO } from './rational.ts'
import * as spans from './spans.ts'
import { FALSE, TRUE, type Truth, UNKNOWN } from './truth.ts'
import type { Condition, Field, Leaf } from './types.ts'
import { Gaps, isOneOf, isRational, type Value } from './value.ts'

/** The possible values: a numeric interval, some options, or anything (undefined). */
export type Possible = spans.Span | readonly (string | boolean)[] | undefined
/** Open facts limited to a part of their possible values, by field (or `score:` and table). */
export type Assumed = ReadonlyMap<string, Possible>
export type Setting = { facts: Facts; assumed: Assumed }

export const NONE: Assumed = new Map()
const isSpan = (value: Possible): value is spans.Span => value !== undefined && 'low' in value
/** The numeric interval of a value. */
export const spanOf = (value: Possible): spans.Span => (isSpan(value) ? value : spans.ANY)
const EITHER: Possible = [true, false]

/** Figures of a company that can be negative; all others are at least 0. */
const CAN_BE_LESS = /profit|taxableIncome|netAssets/i
/** The same for own fields of editors, recognised by label because their keys mean nothing. */
const LESS_BY_NAME = /利润|所得|净|亏|损益|增|减|差|变化|变动|盈余/
/** The minimum of a company's figure; undefined when any loss is possible. */
export const leastOf = ({ key, label, min }: Pick<Field, 'key' | 'label' | 'min'>): number | undefined =>
  min ?? (CAN_BE_LESS.test(key) || (key.startsWith('own') && LESS_BY_NAME.test(label)) ? undefined : 0)

/** The possible answers to an unknown field, or to what is derived from it. */
export function domainOf(field: CatalogField, setting: Setting): Possible {
  if (field.key === 'corpTaxRate') return { low: rational('0.05'), high: rational('0.25') }
  if (field.formula) return possible(field.formula, setting)
  if (field.type === 'boolean') return EITHER
  if (field.type === 'enum') return [...field.labels.keys()]
  if (!field.numeric) return undefined
  const least = leastOf(field)
  return {
    low: least === undefined ? spans.MINUS_INFINITE : rational(least),
    high: field.max === undefined ? spans.INFINITE : rational(field.max),
  }
}

function known(value: Value): Possible {
  if (value === undefined) return undefined
  if (isRational(value)) return spans.exactly(value)
  if (isOneOf(value)) return value.oneOf
  return typeof value === 'object' ? undefined : [value]
}

/** The possible values of a field in this setting. */
export function possibleField(key: string, setting: Setting): Possible {
  if (setting.assumed.has(key)) return setting.assumed.get(key)
  const value = setting.facts.value(key, new Gaps())
  if (value !== undefined) return known(value)
  const field = setting.facts.catalog.byKey.get(key)
  return field && domainOf(field, setting)
}

/** The possible values of a formula: perhaps too wide, never too narrow. */
export function possible(node: Expression, setting: Setting): Possible {
  if (node.type === 'field') return possibleField(node.key, setting)
  const value = evaluate(node, { facts: setting.facts, gaps: new Gaps(), given: settled(setting.assumed) })
  if (value !== undefined) return known(value)
  const span = (each: Expression): spans.Span => spanOf(possible(each, setting))
  switch (node.type) {
    case 'negate':
      return spans.negated(span(node.of))
    case 'not':
      return answers(turned(truth(node.of, setting)))
    case 'choose': {
      const test = truth(node.test, setting)
      if (test !== UNKNOWN) return possible(test === TRUE ? node.yes : node.no, setting)
      return either(possible(node.yes, setting), possible(node.no, setting))
    }
    case 'binary':
      return combined(node, setting)
    case 'call': {
      if (node.name === 'min' || node.name === 'max')
        return node.args.map(span).reduce(node.name === 'min' ? spans.smallerOf : spans.largerOf)
      const first = node.args[0] as Expression
      if (node.name === 'floor') {
        const { low, high } = span(first)
        return { low: spans.isSomewhere(low) ? floor(low) : low, high: spans.isSomewhere(high) ? floor(high) : high }
      }
      if (node.name === 'isIn')
        return answers(
          amongTruth(
            possible(first, setting),
            node.args.slice(1).map((each) => possible(each, setting)),
          ),
        )
      if (isGraded(node.name)) return gradedSpan(gradedOf(node), span(first))
      if (node.name === 'compound') return { low: subtract(ZERO, ONE), high: spans.INFINITE }
      if (node.name.startsWith('rows')) return possibleRows(node, setting, possible, known)
      if (node.name === 'count' || node.name === 'yearsSum')
        return {
          low: node.name === 'yearsSum' && first.type === 'field' && CAN_BE_LESS.test(first.key) ? spans.MINUS_INFINITE : ZERO,
          high: spans.INFINITE,
        }
      return undefined
    }
    default:
      return undefined
  }
}

/** Assumptions with a single remaining value; nothing else is known, also when a row's column has the name of a company fact. */
const settled = (assumed: Assumed): ReadonlyMap<string, Value> =>
  new Map([...assumed].map(([key, value]): [string, Value] => [key, onlyOne(value)]))

function onlyOne(value: Possible): Value {
  if (value === undefined) return undefined
  if (!isSpan(value)) return value.length === 1 ? value[0] : undefined
  return spans.isSomewhere(value.low) && spans.order(value.low, value.high) === 0 ? value.low : undefined
}

function either(a: Possible, b: Possible): Possible {
  if (a === undefined || b === undefined) return undefined
  if (isSpan(a) && isSpan(b)) return spans.hull(a, b)
  return isSpan(a) || isSpan(b) ? undefined : [...new Set([...a, ...b])]
}

function combined(node: Expression & { type: 'binary' }, setting: Setting): Possible {
  const { op } = node
  if (op === '&&' || op === '||') {
    const sides = [truth(node.left, setting), truth(node.right, setting)]
    const decisive = op === '||' ? TRUE : FALSE
    return answers(sides.includes(decisive) ? decisive : sides.includes(UNKNOWN) ? UNKNOWN : op === '||' ? FALSE : TRUE)
  }
  const [a, b] = [possible(node.left, setting), possible(node.right, setting)]
  if (op === '==' || op === '!=') {
    const same = sameTruth(a, b)
    return answers(op === '==' ? same : turned(same))
  }
  const before = growthOf(node)?.[1]
  if (before !== undefined && spanOf(possibleField(before, setting)).low.n < 0n) return undefined
  const [left, right] = [spanOf(a), spanOf(b)]
  if (op === '+') return spans.sumOf(left, right)
  if (op === '-') return spans.sumOf(left, spans.negated(right))
  if (op === '*') return spans.productOf(left, right)
  if (op === '/') return spans.quotientOf(left, right)
  if (!isSpan(a) || !isSpan(b)) return EITHER
  const over = op === '>' || op === '>='
  return answers(asTruth(spans.below(over ? b : a, over ? a : b, op === '<=' || op === '>=')))
}

const asTruth = (value: boolean | undefined): Truth => (value === undefined ? UNKNOWN : value ? TRUE : FALSE)
const turned = (value: Truth): Truth => (value === UNKNOWN ? UNKNOWN : value === TRUE ? FALSE : TRUE)
const answers = (value: Truth): Possible => (value === UNKNOWN ? EITHER : [value === TRUE])
function truth(node: Expression, setting: Setting): Truth {
  const value = possible(node, setting)
  return value === undefined || isSpan(value) || value.length !== 1 ? UNKNOWN : value[0] === true ? TRUE : FALSE
}

function sameTruth(a: Possible, b: Possible): Truth {
  if (a === undefined || b === undefined) return UNKNOWN
  if (isSpan(a) || isSpan(b)) return isSpan(a) && isSpan(b) ? asTruth(spans.equal(a, b)) : FALSE
  if (a.length === 1 && b.length === 1) return a[0] === b[0] ? TRUE : FALSE
  return a.some((each) => b.includes(each)) ? UNKNOWN : FALSE
}

function amongTruth(value: Possible, list: readonly Possible[]): Truth {
  const found = list.map((each) => sameTruth(value, each))
  if (found.includes(TRUE)) return TRUE
  const all = value !== undefined && !isSpan(value) && value.every((each) => list.some((one) => sameTruth([each], one) === TRUE))
  return all ? TRUE : found.includes(UNKNOWN) ? UNKNOWN : FALSE
}

/** The truth of a condition in a setting: true and false only when no open fact can change it. */
export type SettingTest = (setting: Setting) => Truth

export function compileSettingTest(catalog: Catalog, node: Condition): SettingTest {
  if (isLeaf(node)) {
    const test = leafTest(catalog, node)
    const formula = againstNothing(node)
    return (setting) => {
      const { assumed, facts } = setting
      if (assumed.has(node.field) && !isComputed(node.value)) return leafTruth(node, assumed.get(node.field))
      const found = test(facts)
      return found === UNKNOWN && assumed.size > 0 && isComputed(formula.field)
        ? leafTruth(formula, possibleField(formula.field, setting))
        : found
    }
  }
  if ('not' in node) {
    const inner = compileSettingTest(catalog, node.not)
    return (setting) => turned(inner(setting))
  }
  if ('atLeast' in node) {
    const parts = node.of.map((part) => compileSettingTest(catalog, part))
    return (setting) => {
      const truths = parts.map((part) => part(setting))
      const met = truths.filter((each) => each === TRUE).length
      return met >= node.atLeast ? TRUE : truths.filter((each) => each !== FALSE).length < node.atLeast ? FALSE : UNKNOWN
    }
  }
  const decisive = 'any' in node ? TRUE : FALSE
  const tests = partsOf(node).map((part) => compileSettingTest(catalog, part))
  return (setting) => {
    let result: Truth = turned(decisive)
    for (const test of tests) {
      const each = test(setting)
      if (each === decisive) return decisive
      if (each === UNKNOWN) result = UNKNOWN
    }
    return result
  }
}

function leafTruth({ field, op, value }: Leaf, actual: Possible): Truth {
  if (field.startsWith(SCORE)) return sameTruth(actual, [value !== false])
  const wanted = (Array.isArray(value) ? value : [value]).map((each): Possible =>
    typeof each === 'number' ? spans.exactly(rational(each)) : [each],
  )
  if (op === 'eq' || op === 'in') return amongTruth(actual, wanted)
  if (op === 'ne' || op === 'notIn') return turned(amongTruth(actual, wanted))
  if (!isSpan(actual)) return UNKNOWN
  const need = spanOf(wanted[0])
  const over = op === 'gt' || op === 'gte'
  return asTruth(spans.below(over ? need : actual, over ? actual : need, op === 'lte' || op === 'gte'))
}
