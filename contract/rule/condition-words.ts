import type { Operator } from '../matching/judgement.ts'
import type { Condition, Leaf } from './types.ts'
import { exactFigure, requiredValue } from './value-words.ts'
import { isComputed, SCORE, type Vocabulary } from './vocabulary.ts'

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
export const OF_DATES: Partial<Record<Operator, string>> = { gt: '晚于', gte: '不早于', lt: '早于', lte: '不晚于' }

/** For a field with several choices one is enough: “通过的认证包括质量管理、环境管理之一”. */
const OF_CHOICES: Partial<Record<Operator, string>> = { in: '包括', notIn: '不包括' }

/** Marks a figure with which another is compared: “大于“上上年度研发费用””, never “大于上上年度…”. */
export const heldAgainst = (text: string): string => (/^（.*）$/.test(text) ? text : text.includes('“') ? `（${text}）` : `“${text}”`)

export const isLeaf = (node: Condition): node is Leaf => 'field' in node

/** One condition as a sentence, generated only from what is judged: “上年度研发费用不低于200万元”. */
export function leafSentence(words: Vocabulary, leaf: Leaf): string {
  if (leaf.field.startsWith(SCORE)) {
    const table = words.score(leaf.field.slice(SCORE.length))
    return `${table?.title ?? leaf.field}${leaf.value === false ? '不达标' : '达标'}${table ? `（${table.pass}）` : ''}`
  }
  const field = words.field(leaf.field)
  const label = field?.label ?? (leaf.field || '（未选企业信息）')
  if (field?.type === 'boolean' && isComputed(leaf.field)) return leaf.value === (leaf.op !== 'ne') ? label : `不满足“${label}”`
  if (typeof leaf.value === 'boolean') return `${label}：${leaf.value === (leaf.op !== 'ne') ? '是' : '否'}`
  const verb =
    (field?.type === 'date' ? OF_DATES[leaf.op] : field?.type === 'multiEnum' ? OF_CHOICES[leaf.op] : undefined) ?? SPOKEN[leaf.op]
  if (isComputed(leaf.value)) return `${label}${verb}${heldAgainst(words.field(leaf.value)?.label ?? leaf.value.slice(1))}`
  return (
    yearSentence(words, leaf)
    ?? orderSentence(words, leaf)
    ?? calendarSentence(label, leaf, field?.unit)
    ?? `${label}${verb}${requiredValue(field, leaf.value)}${severalOf(field?.type, leaf)}`
  )
}

const severalOf = (type: string | undefined, { op, value }: Leaf): string =>
  type === 'multiEnum' && Array.isArray(value) && value.length > 1 ? (op === 'in' ? '之一' : '中的任何一项') : ''

/** The year of a date in relation to the year of the application: “认定日期在申报上一年度”. */
function yearSentence(words: Vocabulary, { field, op, value }: Leaf): string | undefined {
  const date = /^=yearOf\(applyDate\) - yearOf\((\w+)\)$/.exec(field)?.[1]
  const year = op === 'eq' ? { 0: '申报当年', 1: '申报上一年度' }[Number(value)] : undefined
  return date && year && `${words.field(date)?.label ?? '（未选）'}在${year}`
}

/** A comparison of two dates with 0 days: which of them is earlier. */
function orderSentence(words: Vocabulary, { field, op, value }: Leaf): string | undefined {
  const [from, to] = /^=days\((\w+), (\w+)\)$/.exec(field)?.slice(1) ?? []
  const verb = value === 0 ? OF_DATES[op] : undefined
  const name = (key: string) => (key === 'applyDate' ? '申报日' : (words.field(key)?.label ?? '（未选）'))
  return from && to && verb && `${name(to)}${verb}${name(from)}`
}

/** Whole years and months follow the calendar: “满3年”, “不满3年”. */
function calendarSentence(label: string, { field, op, value }: Leaf, unit: string | null | undefined): string | undefined {
  if (!/^=(years|months|days)\(/.test(field)) return undefined
  const whole = /^=(years|months)\(/.test(field) && Number.isInteger(value)
  if (op === 'eq' && whole) return `${label}满${exactFigure(Number(value), unit)}、不满${exactFigure(Number(value) + 1, unit)}`
  if (op !== 'gte' && op !== 'lt') return undefined
  return `${label}${op === 'gte' ? '满' : '不满'}${exactFigure(Number(value), unit)}`
}

/** The same within a longer sentence, in which “：是” would end the sentence. */
export const leafInSentence = (words: Vocabulary, leaf: Leaf): string =>
  leafSentence(words, leaf).replace(/：([是否])$/, (_, answer: string) => `为“${answer}”`)

/** The requirement of a group on its parts. */
export const groupSentence = (node: Exclude<Condition, Leaf>): string =>
  'any' in node
    ? '满足以下任一条件'
    : 'not' in node
      ? '以下不成立'
      : 'atLeast' in node
        ? `满足以下${node.of.length}项中的至少${node.atLeast}项`
        : '同时满足以下全部条件'

export const partsOf = (node: Condition): readonly Condition[] =>
  isLeaf(node) ? [] : 'any' in node ? node.any : 'not' in node ? [node.not] : 'atLeast' in node ? node.of : node.all

/** The sentence of one node; for a group without its parts. */
export const nodeSentence = (words: Vocabulary, node: Condition): string => (isLeaf(node) ? leafSentence(words, node) : groupSentence(node))

/** A whole condition in one sentence: “首次升规纳统为“是”，且主营业务收入大于5000万元”. */
export function inOneSentence(words: Vocabulary, node: Condition): string {
  if (isLeaf(node)) return leafInSentence(words, node)
  if ('not' in node) return `不满足“${inOneSentence(words, node.not)}”`
  const parts = partsOf(node).map((part) => {
    const text = inOneSentence(words, part)
    return !isLeaf(part) && !('not' in part) && partsOf(part).length > 1 ? `（${text}）` : text
  })
  if ('atLeast' in node) return `以下${parts.length}项满足至少${node.atLeast}项：${parts.join('；')}`
  return parts.join('any' in node ? '，或' : '，且')
}

export interface ConditionLine {
  /** number of groups around it; the root is 0 */
  depth: number
  text: string
  node: Condition
}

/** A condition tree line by line, groups before their parts. */
export const conditionLines = (words: Vocabulary, node: Condition, depth = 0): ConditionLine[] => [
  { depth, text: nodeSentence(words, node), node },
  ...partsOf(node).flatMap((part) => conditionLines(words, part, depth + 1)),
]
