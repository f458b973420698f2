import { benefitSentence } from './benefit-words.ts'
import { inOneSentence, isLeaf, leafSentence, partsOf } from './condition-words.ts'
import { type Rational, ratio, rational } from './decimal.ts'
import { bare } from './note.ts'
import type { WordedRule } from './rule-words.ts'
import type { Benefit, Condition, Leaf } from './types.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Wording by hand that seems to contradict the rule. A hint for editors, never a refusal. */
export interface Disagreement {
  /** `conditions.all[1]`, `benefits[0]` */
  path: string
  /** the wording by hand */
  label: string
  sentence: string
}

/** Every wording by hand that does not fit the generated sentence; `labels`: names of all fields. */
export const disagreements = (words: Vocabulary, labels: Iterable<string>, rule: WordedRule): Disagreement[] => {
  const names = [...labels].map(bare).filter((name) => name.length > 3)
  return [
    ...ofConditions(words, names, rule.conditions, 'conditions'),
    ...(rule.benefits ?? []).flatMap((benefit, i) => ofBenefit(words, names, benefit, `benefits[${i}]`)),
  ]
}

function ofConditions(words: Vocabulary, names: readonly string[], node: Condition, path: string): Disagreement[] {
  if (isLeaf(node))
    return node.label && leafDisagrees(words, names, node, node.label)
      ? [{ path, label: node.label, sentence: leafSentence(words, node) }]
      : []
  const at = (i: number) => ('not' in node ? `${path}.not` : `${path}.${'any' in node ? 'any' : 'atLeast' in node ? 'of' : 'all'}[${i}]`)
  return partsOf(node).flatMap((part, i) => ofConditions(words, names, part, at(i)))
}

function ofBenefit(words: Vocabulary, names: readonly string[], benefit: Benefit, path: string): Disagreement[] {
  return [
    ...(benefit.formula && lacksFigures(benefit) ? [{ path, label: benefit.formula, sentence: benefitSentence(words, benefit) }] : []),
    ...(benefit.when ? ofConditions(words, names, benefit.when, `${path}.when`) : []),
    ...(benefit.factors ?? []).flatMap((factor, i) =>
      'when' in factor ? ofConditions(words, names, factor.when, `${path}.factors[${i}].when`) : [],
    ),
    ...(benefit.kind === 'tierRate' && benefit.rateAdd ? ofConditions(words, names, benefit.rateAdd.when, `${path}.rateAdd.when`) : []),
    ...(benefit.kind === 'group' ? benefit.items.flatMap((item, i) => ofBenefit(words, names, item, `${path}.items[${i}]`)) : []),
  ]
}

function leafDisagrees(words: Vocabulary, names: readonly string[], leaf: Leaf, label: string): boolean {
  const text = bare(label)
  const field = words.field(leaf.field)
  const own = bare(field?.label ?? '')
  if (text === own || text === '') return false
  if (!text.includes(own) && names.some((name) => name !== own && !own.includes(name) && text.includes(name))) return true
  if (!alike(text, bare(inOneSentence(words, leaf)))) return true
  if (typeof leaf.value === 'boolean')
    return leaf.op !== 'passes' && negates(label) !== (leaf.value === (leaf.op === 'ne')) && !negates(own)
  const values = (Array.isArray(leaf.value) ? leaf.value : [leaf.value]).filter((each) => Number.isFinite(each)) as number[]
  return lacksNumber(label, values) || oppositeWay(label, leaf.op)
}

/** Whether the wording of a benefit has numbers, but not all numbers of its payment. */
export const lacksFigures = (benefit: Benefit): boolean => Boolean(benefit.formula) && lacksNumber(benefit.formula!, figuresOf(benefit))

const negates = (text: string): boolean => /[未无不非]|没有/.test(text)

/** Whether two texts have two consecutive characters in common. */
const alike = (a: string, b: string): boolean => [...a].some((_, i) => i + 2 <= a.length && b.includes(a.slice(i, i + 2)))

const UP = /不低于|不少于|不小于|不早于/g
const DOWN = /不超过|不高于|不大于|不多于|不晚于/g
function oppositeWay(label: string, op: Leaf['op']): boolean {
  const plain = label.replace(UP, '↑').replace(DOWN, '↓')
  const up = /↑|≥|>|＞|以上|超过|大于|高于|至少|晚于/.test(plain)
  const down = /↓|≤|<|＜|以下|低于|小于|少于|不足|以内|早于/.test(plain)
  if (up === down) return false
  return up ? op === 'lt' || op === 'lte' : op === 'gt' || op === 'gte'
}

/** Whether the wording has numbers, but not all of these. */
function lacksNumber(text: string, wanted: readonly number[]): boolean {
  const said = numbersIn(text)
  return said.size > 0 && wanted.some((value) => !said.has(key(value)))
}
const keyOf = ({ n, d }: Rational): string => `${n}/${d}`
const key = (value: number): string => keyOf(rational(value))

/** Every number of a text, as written and with its unit: 5% also as 0.05, 2亿 as 20000 (万元), 1500元 as 0.15. */
function numbersIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, digits = '', unit] of text
    .replace(/[①-⑳]/g, '')
    .normalize('NFKC')
    .matchAll(/(\d+(?:\.\d+)?)\s*(%|个百分点|亿|万|元)?/g)) {
    const { n, d } = rational(digits)
    found.add(key(Number(digits)))
    const scale = unit === '%' || unit === '个百分点' ? [1n, 100n] : unit === '亿' ? [10_000n, 1n] : unit === '元' ? [1n, 10_000n] : null
    if (scale) found.add(keyOf(ratio(n * scale[0]!, d * scale[1]!)))
  }
  return found
}
/** The numbers that a reader of a benefit sees; an unfinished benefit may lack some. */
function figuresOf(benefit: Benefit): number[] {
  const own =
    benefit.kind === 'fixed'
      ? benefit.amount
      : benefit.kind === 'rate'
        ? benefit.rate
        : benefit.kind === 'perUnit'
          ? benefit.unitAmount
          : null
  return [own, benefit.cap].filter((each) => Number.isFinite(each)) as number[]
}
