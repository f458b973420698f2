/** When a part of a form is shown. A question without an answer meets no condition except 未填写. */
import type { FormField, ShowRule } from './template.ts'
import type { FormData } from './rules.ts'

export const showOperators = {
  eq: '等于',
  ne: '不等于',
  in: '是其中之一',
  has: '包含',
  gt: '大于',
  gte: '不小于',
  lt: '小于',
  lte: '不大于',
  filled: '已填写',
  blank: '未填写',
} as const
export type ShowOperator = keyof typeof showOperators
type Condition = ShowRule['when'][number]

const figures: readonly FormField['type'][] = ['integer', 'number', 'money']
/** The comparisons of a field. */
export function operatorsOf(f: Pick<FormField, 'type'>): ShowOperator[] {
  if (f.type === 'boolean') return ['eq', 'filled', 'blank']
  if (f.type === 'enum' || f.type === 'dict') return ['eq', 'ne', 'in', 'filled', 'blank']
  if (f.type === 'multiEnum') return ['has', 'filled', 'blank']
  if (figures.includes(f.type) || f.type === 'date') return ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'filled', 'blank']
  if (f.type === 'table' || f.type === 'phone') return ['filled', 'blank']
  return ['eq', 'ne', 'filled', 'blank']
}

export function isShown(rule: ShowRule | undefined, valueOf: (key: string) => FormData[string] | undefined): boolean {
  if (!rule) return true
  const met = (c: Condition) => meets(c, valueOf(c.field))
  return rule.match === 'all' ? rule.when.every(met) : rule.when.some(met)
}

function meets({ op, value: wanted }: Condition, value: FormData[string] | undefined): boolean {
  const blank = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  if (op === 'blank') return blank
  if (blank) return false
  if (op === 'filled') return true
  if (op === 'eq') return value === wanted
  if (op === 'ne') return value !== wanted
  if (op === 'in') return Array.isArray(wanted) && wanted.includes(value as string)
  if (op === 'has') return Array.isArray(value) && (value as unknown[]).includes(wanted)
  if (wanted === undefined || Array.isArray(wanted) || typeof value !== typeof wanted) return false
  const [a, b] = [value as number, wanted as number]
  return op === 'gt' ? a > b : op === 'gte' ? a >= b : op === 'lt' ? a < b : a <= b
}

/** Why a condition is invalid: the field does not have this operator or value. */
export function conditionFault(c: Condition, f: FormField | undefined): string | null {
  if (!f) return '显示条件所依据的字段不存在'
  if (!operatorsOf(f).includes(c.op)) return `“${f.label}”不能用“${showOperators[c.op]}”比较`
  if (c.op === 'filled' || c.op === 'blank') return null
  if (c.value === undefined || c.value === '' || (Array.isArray(c.value) && c.value.length === 0)) return `请填写与“${f.label}”比较的值`
  const isOption = (v: unknown) => f.options?.some((o) => o.value === v) ?? false
  if (c.op === 'in') return Array.isArray(c.value) && c.value.every(isOption) ? null : `“${f.label}”没有所选的选项`
  if (f.type === 'enum' || f.type === 'dict' || f.type === 'multiEnum') return isOption(c.value) ? null : `“${f.label}”没有所选的选项`
  if (f.type === 'boolean') return typeof c.value === 'boolean' ? null : `“${f.label}”应与是或否比较`
  if (figures.includes(f.type)) return typeof c.value === 'number' ? null : `“${f.label}”应与数字比较`
  return typeof c.value === 'string' ? null : `“${f.label}”应与文字比较`
}

/** A single value of a condition. */
type One = Exclude<Condition['value'], string[]>
/** The field whose conditions must all hold but never can; null when they can. */
export function contradiction(rule: ShowRule, labelOf: (key: string) => string): string | null {
  if (rule.match !== 'all') return null
  for (const [key, list] of Map.groupBy(rule.when, (c) => c.field)) {
    const label = labelOf(key)
    const never = `“${label}”的条件互相矛盾，永远不会满足`
    const ops = new Set(list.map((c) => c.op))
    if (ops.has('blank') && list.length > 1 && list.some((c) => c.op !== 'blank')) return never
    const allowed = list.filter((c) => c.op === 'eq' || c.op === 'in').map((c) => (Array.isArray(c.value) ? c.value : [c.value]))
    const common = allowed.reduce<One[] | null>((left, values) => left?.filter((v) => values.includes(v)) ?? values, null)
    const refused = list.filter((c) => c.op === 'ne').map((c) => c.value)
    const bounds = list.filter((c) => c.op === 'gt' || c.op === 'gte' || c.op === 'lt' || c.op === 'lte')
    const fits = (v: One) => !refused.includes(v) && bounds.every((c) => meets(c, v))
    if (common !== null && !common.some(fits)) return never
    if (common === null && isEmptyRange(bounds)) return never
  }
  return null
}

function isEmptyRange(bounds: readonly Condition[]): boolean {
  const lows = bounds.filter((c) => c.op === 'gt' || c.op === 'gte')
  const highs = bounds.filter((c) => c.op === 'lt' || c.op === 'lte')
  return lows.some((l) => highs.some((h) => l.value! > h.value! || (l.value === h.value && (l.op === 'gt' || h.op === 'lt'))))
}
