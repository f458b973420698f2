import type { Catalog, CatalogField } from './catalog.ts'
import { isLeaf, SCORE } from './condition.ts'
import { rational, toDecimal } from './rational.ts'
import type { Condition, Leaf, Operator } from './types.ts'

const SIGNS: Readonly<Record<Operator, string>> = {
  eq: '=',
  ne: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  in: '属于',
  notIn: '不属于',
  passes: '达标',
}
const SPOKEN: Readonly<Record<Operator, string>> = {
  eq: '为',
  ne: '不为',
  gt: '大于',
  gte: '不低于',
  lt: '低于',
  lte: '不超过',
  in: '属于',
  notIn: '不属于',
  passes: '达标',
}

/** Figures for people: at most 4 decimals, ratios as percentages with at most 2 (more where that would hide the difference). */
export function figure(value: number, unit: string | null | undefined, digits = 4): string {
  if (!Number.isFinite(value)) return '—'
  const exact = rational(value)
  if (unit === 'ratio') return `${toDecimal({ n: exact.n * 100n, d: exact.d }, Math.max(2, digits - 2))}%`
  const text = toDecimal(exact, digits)
  return unit === '%' ? `${text}%` : unit && unit !== '日期' ? `${text}${unit}` : text
}

/** A value of a field as a person reads it: 是/否, option labels, units. */
export function valueInWords(field: CatalogField | undefined, value: unknown, unit?: string | null): string {
  if (value === undefined || value === null) return '未填写'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return figure(value, unit ?? field?.unit)
  if (Array.isArray(value)) return value.length ? value.map((each) => valueInWords(field, each, unit)).join('、') : '无'
  return field?.labels.get(String(value)) ?? String(value)
}

/** “≥ 5%”, “属于 国家级、省级”. */
export function requirement(catalog: Catalog, leaf: Leaf): string {
  if (leaf.field.startsWith(SCORE)) return passRuleInWords(catalog, leaf)
  const field = catalog.byKey.get(leaf.field)
  const value = valueInWords(field, leaf.value, leaf.unit)
  return leaf.op === 'eq' ? value : `${SIGNS[leaf.op]} ${value}`
}

function passRuleInWords(catalog: Catalog, leaf: Leaf): string {
  const table = catalog.tables.get(leaf.field.slice(SCORE.length))
  if (!table) return '评分达标'
  const rules = 'all' in table.passRule ? table.passRule.all : [table.passRule]
  return rules.map((rule) => rule.label ?? `${SIGNS[rule.op]} ${rule.value}分`).join('，')
}

/** The rule as an indented Chinese text, one line a condition; what an editor reads back before saving. */
export function ruleInWords(catalog: Catalog, node: Condition, depth = 0): string {
  const indent = '　'.repeat(depth)
  const label = node.label ? `${node.label}：` : ''
  if (isLeaf(node)) {
    if (node.field.startsWith(SCORE))
      return `${indent}${catalog.tables.get(node.field.slice(SCORE.length))?.title ?? node.field}达标（${passRuleInWords(catalog, node)}）`
    const field = catalog.byKey.get(node.field)
    return `${indent}${field?.label ?? node.field}${SPOKEN[node.op]}${valueInWords(field, node.value, node.unit)}`
  }
  if ('not' in node) return `${indent}${label}以下不成立\n${ruleInWords(catalog, node.not, depth + 1)}`
  const parts = 'any' in node ? node.any : node.all
  const head = 'any' in node ? '满足以下任一条件' : '同时满足以下全部条件'
  return [`${indent}${label}${head}`, ...parts.map((each) => ruleInWords(catalog, each, depth + 1))].join('\n')
}
