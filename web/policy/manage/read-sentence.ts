import type { PolicyRule, RuleNode } from '../../../contract/policy.ts'
import { type FieldChoice, childrenOf, kindOf, newLeaf, withChildren } from '../../rule/index.ts'
import { asShare } from '../../kit/form/percent.ts'
import { freshBenefit, type Benefit } from '../benefits/kinds.ts'

type Fields = ReadonlyMap<string, FieldChoice>
const NOTE_MAX = 200
const FORMULA_MAX = 300
const FIGURE = /(\d+(?:\.\d+)?) ?(亿元|万元|元|%|％|人|项|件|年|个月)?/g
const IN_WAN: Readonly<Record<string, number>> = { 亿元: 10_000, 万元: 1, 元: 0.0001 }
const LEAST = /不低于|不少于|不小于|以上|达到|满/
const MOST = /不高于|不超过|不多于|不大于|以下|以内/

/** Names by which a text may mention a field: its label, and the parts before and inside its brackets. */
const namesOf = ({ label }: FieldChoice): string[] =>
  [label, ...label.split(/[（）]/)].map((name) => name.trim()).filter((name) => name.length >= 3)

/** The field with the longest name in the sentence. */
function fieldIn(sentence: string, fields: Fields, fits: (field: FieldChoice) => boolean): FieldChoice | undefined {
  let [best, length]: [FieldChoice | undefined, number] = [undefined, 0]
  for (const field of fields.values()) {
    if (!fits(field)) continue
    for (const name of namesOf(field))
      if (name.length > length && sentence.includes(name)) {
        best = field
        length = name.length
      }
  }
  return best
}

interface Figure {
  value: number
  unit: string
}
const figuresIn = (sentence: string): Figure[] =>
  [...sentence.matchAll(FIGURE)].map(([, digits, unit]) => ({ value: Number(digits), unit: unit === '％' ? '%' : (unit ?? '') }))

/** The first figure of the sentence that fits the field, in the rule's unit. */
function valueFor(field: FieldChoice, sentence: string): number | undefined {
  for (const { value, unit } of figuresIn(sentence)) {
    if (field.unit === 'ratio') {
      if (unit === '%') return asShare(value) ?? undefined
    } else if (field.unit === '万元') {
      const factor = IN_WAN[unit]
      if (factor !== undefined) return Number((value * factor).toFixed(6))
    } else if (unit === '' || unit === field.unit) return value
  }
  return undefined
}

/** Makes a condition from a sentence: field, figure and comparison as far as they can be read, with the sentence as note and its clause. */
export function conditionFrom(sentence: string, clause: string | null, fields: Fields): RuleNode {
  const field = fieldIn(sentence, fields, ({ type }) => ['number', 'integer', 'boolean'].includes(type))
  const leaf: RuleNode = { ...newLeaf(), label: sentence.slice(0, NOTE_MAX), ...(clause ? { clause } : {}) }
  if (!field) return leaf
  if (field.type === 'boolean') return { ...leaf, field: field.key, op: 'eq', value: true, unit: null }
  const value = valueFor(field, sentence)
  return {
    ...leaf,
    field: field.key,
    op: MOST.test(sentence) && !LEAST.test(sentence) ? 'lte' : 'gte',
    unit: field.unit,
    ...(value === undefined ? {} : { value }),
  }
}

/** Makes a benefit from a sentence: a share of a named field, else its first amount; with sentence and clause as note. */
export function benefitFrom(sentence: string, clause: string | null, fields: Fields): Benefit {
  const figures = figuresIn(sentence)
  const share = figures.find(({ unit }) => unit === '%')
  const amounts = figures.flatMap(({ value, unit }) => (IN_WAN[unit] === undefined ? [] : [Number((value * IN_WAN[unit]).toFixed(6))]))
  const kept = {
    ...freshBenefit(),
    name: clause ? `${clause}的扶持` : '扶持',
    formula: (clause ? `${clause}：${sentence}` : sentence).slice(0, FORMULA_MAX),
  }
  if (!share) return { ...kept, amount: amounts[0] ?? 0 }
  const base = fieldIn(sentence, fields, ({ type }) => type === 'number' || type === 'integer')
  const { amount: _, ...rest } = kept
  return { ...rest, kind: 'rate', base: base?.key ?? '', rate: asShare(share.value), cap: amounts[0] ?? null } as Benefit
}

/** Adds a requirement to the rule. */
export function withCondition(rule: PolicyRule, condition: RuleNode): PolicyRule {
  const { conditions } = rule
  const all = kindOf(conditions) === 'all' ? conditions : { all: [conditions] }
  return { ...rule, conditions: withChildren(all, [...childrenOf(all), condition]), closable: null }
}
