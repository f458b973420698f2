import { type Expression, expressionNodes } from '../../../contract/rule/expression.ts'
import { gradedCall, optionCall } from '../../../contract/rule/graded.ts'
import { formulaOf } from '../../../contract/rule/computed.ts'
import { rowsCall } from '../../../contract/rule/rows.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import type { Catalog } from './catalog.ts'
import type { Issue, PolicyRule } from './types.ts'

type Known = { label: string; type: string; labels: ReadonlyMap<string, string> } | undefined
type FieldOf = (key: string) => Known

/** The number of leading date arguments of these functions. */
const OF_DATES: Readonly<Record<string, number>> = { years: 2, months: 2, monthsBegun: 2, days: 2, within: 2, yearOf: 1, addMonths: 1 }
/** Texts written by people; these are not formulas even when they begin with `=`. */
const WORDS = new Set(['label', 'formula', 'name', 'payoutTerms', 'exclusiveGroup', 'clause', 'id'])
/** A share above 2 was certainly meant as an absolute number or a percentage. */
const MOST_SHARE = 2
/** A higher power has more digits than anybody reads. */
const MOST_POWER = 10

/**
 * Formulas of a checked rule that can never have a result: a field of the wrong type for the function, an unknown option, a division by 0,
 * invalid shares, a figure compared with itself. For saving only: a rule in force is still judged.
 */
export function formulaIssues(catalog: Catalog, { conditions, benefits = [], allocation }: PolicyRule): Issue[] {
  return walk(catalog, { conditions, benefits, ...(allocation ? { allocation } : {}) }, '')
}

function walk(catalog: Catalog, value: unknown, path: string): Issue[] {
  if (isComputed(value)) {
    const message = formulaFault(catalog, value)
    return message ? [{ path, message }] : []
  }
  if (isFreeFormula(value)) {
    const message = formulaFault(catalog, `=${value.expr}`)
    if (message) return [{ path: `${path}.expr`, message }]
  }
  if (Array.isArray(value)) return value.flatMap((each, n) => walk(catalog, each, `${path}[${n}]`))
  if (typeof value !== 'object' || value === null) return []
  const { field, value: other } = value as { field?: unknown; value?: unknown }
  const itself = isComputed(other) && (other === `=${String(field)}` || other === field)
  if (itself) return [{ path: `${path}.value`, message: '与自己比较，结果总是一样的，请选另一项' }]
  return Object.entries(value).flatMap(([key, inner]) => (WORDS.has(key) ? [] : walk(catalog, inner, path ? `${path}.${key}` : key)))
}

/** Why a valid formula (`=…`) never has a result. */
export const formulaFault = (catalog: Catalog, formula: string): string | undefined =>
  faultOf(formulaOf(formula), (key) => catalog.byKey.get(key), catalog)

const isFreeFormula = (value: unknown): value is { expr: string } =>
  typeof value === 'object'
  && value !== null
  && 'kind' in value
  && value.kind === 'expr'
  && 'expr' in value
  && typeof value.expr === 'string'

function faultOf(formula: Expression, fieldOf: FieldOf, catalog: Catalog): string | undefined {
  const looked = new Set<Expression>()
  for (const node of expressionNodes(formula)) {
    // The rest of a chain of options was checked together with its beginning.
    if (node.type === 'choose' && optionCall(node)) looked.add(node.no)
    const fault = ofNode(node, fieldOf, !looked.has(node)) ?? (node.type === 'call' ? ofRows(node, fieldOf, catalog) : undefined)
    if (fault) return fault
  }
  return undefined
}

/** Inside a call over rows, a name means a column first. */
function ofRows(node: Expression & { type: 'call' }, fieldOf: FieldOf, catalog: Catalog): string | undefined {
  const rows = rowsCall(node)
  if (!rows) return undefined
  const columns = catalog.byKey.get(rows.list)?.rowFields
  const inner: FieldOf = (key) => columns?.get(key) ?? fieldOf(key)
  return [rows.value, rows.where].map((each) => (each ? faultOf(each, inner, catalog) : undefined)).find(Boolean)
}

function ofNode(node: Expression, fieldOf: FieldOf, first: boolean): string | undefined {
  if (node.type === 'call') return ofCall(node, fieldOf)
  const options = first ? optionCall(node) : undefined
  if (options) {
    const values = [...options.entries.map(({ value }) => value), options.rest]
    if (values.every(({ text }) => Number(text) === 0)) return '各选项取的数都是 0'
    const large = values.find(({ percent, text }) => percent && Number(text) > MOST_SHARE)
    if (large) return tooLarge(large.text)
  }
  const asked = node.type === 'choose' && node.test.type === 'field' ? fieldOf(node.test.key) : undefined
  if (asked && asked.type !== 'boolean') return `“${asked.label}”不是“是、否”，不能作条件`
  if (node.type !== 'binary') return undefined
  if ('+-*/'.includes(node.op))
    for (const side of [node.left, node.right]) {
      const field = side.type === 'field' ? fieldOf(side.key) : undefined
      if (field && field.type !== 'number' && field.type !== 'integer') return `“${field.label}”不是数，不能加减乘除`
    }
  if (node.op === '/' && node.right.type === 'number' && Number(node.right.text) === 0) return '除数是 0，算不出结果'
  const [of, option] = node.left.type === 'field' ? [fieldOf(node.left.key), node.right] : [undefined, undefined]
  const isChoice = of?.type === 'enum' || of?.type === 'multiEnum'
  return isChoice && option?.type === 'string' && !of.labels.has(option.value) ? `“${of.label}”没有选项“${option.value}”` : undefined
}

function ofCall(node: Expression & { type: 'call' }, fieldOf: FieldOf): string | undefined {
  const [first] = node.args
  const many = OF_DATES[node.name] ?? 0
  for (const each of node.args.slice(0, many)) {
    const field = each.type === 'field' && each.key !== 'applyDate' ? fieldOf(each.key) : undefined
    if (field && field.type !== 'date') return `“${field.label}”不是日期，不能算时间`
  }
  const counted = node.name === 'count' && first?.type === 'field' ? fieldOf(first.key) : undefined
  if (counted && counted.type !== 'multiEnum') return `“${counted.label}”不是多选，数不出选了几项`
  if (node.name === 'within' && node.args[2]?.type === 'number' && Number(node.args[2].text) < 1) return '几个月内至少为 1 个月'
  const power = node.name === 'pow' ? node.args[1] : undefined
  if (power && (power.type !== 'number' || Number(power.text) > MOST_POWER)) return `乘方只能写 0 至 ${MOST_POWER} 次`
  const large = gradedCall(node)?.grades.find(({ value }) => value.percent && Number(value.text) > MOST_SHARE)
  return large && tooLarge(large.value.text)
}

const tooLarge = (share: string): string => `比例为 ${Math.round(Number(share) * 100)}%，过大，请核对`
