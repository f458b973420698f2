import { conditionLines, isLeaf } from '../../../contract/rule/condition-words.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import { valueInWords } from '../../../contract/rule/value-words.ts'
import type { Catalog } from './catalog.ts'
import { SCORE } from './condition.ts'
import type { Condition, Leaf, Operator } from './types.ts'

export { figure, valueInWords } from '../../../contract/rule/value-words.ts'

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

/** “≥ 5%”, “属于 国家级、省级”. */
export function requirement(catalog: Catalog, leaf: Leaf): string {
  if (leaf.field.startsWith(SCORE)) return passRuleInWords(catalog, leaf)
  const field = catalog.byKey.get(leaf.field)
  const value = isComputed(leaf.value)
    ? (catalog.byKey.get(leaf.value)?.label ?? leaf.value)
    : valueInWords(field, leaf.value, field?.computed ? field.unit : leaf.unit)
  return leaf.op === 'eq' ? value : `${SIGNS[leaf.op]} ${value}`
}

function passRuleInWords(catalog: Catalog, leaf: Leaf): string {
  const table = catalog.tables.get(leaf.field.slice(SCORE.length))
  if (!table) return '评分达标'
  const rules = 'all' in table.passRule ? table.passRule.all : [table.passRule]
  return rules.map((rule) => rule.label ?? `${SIGNS[rule.op]} ${rule.value}分`).join('，')
}

/** The rule as an indented Chinese text, one line per condition; a group's name follows it in brackets. */
export const ruleInWords = (catalog: Catalog, node: Condition): string =>
  conditionLines(catalog.words, node)
    .map(({ depth, text, node: at }) => `${'　'.repeat(depth)}${text}${!isLeaf(at) && at.label ? `（${at.label}）` : ''}`)
    .join('\n')
