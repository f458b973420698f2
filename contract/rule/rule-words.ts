import { allocationSentence } from './allocation-words.ts'
import { benefitParts } from './benefit-words.ts'
import { conditionLines, isLeaf } from './condition-words.ts'
import { noteBeside } from './note.ts'
import type { Allocation, Benefit, Condition, Funding } from './types.ts'
import { exactFigure } from './value-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The rule of a policy: who qualifies, what they get, and how the parts combine. */
export interface WordedRule {
  conditions: Condition
  benefits?: readonly Benefit[]
  benefitCombine?: 'sum' | 'max'
  exclusiveGroup?: string | null
  competitive?: boolean | null
  maxPerYear?: number | null
  closable?: readonly string[] | null
  allocation?: Allocation | null | undefined
  funding?: readonly Funding[] | null | undefined
  /** conditions for a refund, in words */
  clawback?: string | null | undefined
}

/** How the benefits of a policy combine, among themselves and with those of other policies. */
export const togetherLines = (
  words: Vocabulary,
  { benefits = [], benefitCombine, exclusiveGroup, competitive, maxPerYear, allocation, funding, clawback }: WordedRule,
): string[] => [
  ...(benefitCombine === 'max' ? ['以上各项就高享受一项'] : benefits.length > 1 ? ['以上各项可同时享受'] : []),
  ...(exclusiveGroup ? [`与同组（${exclusiveGroup}）的其他政策不叠加`] : []),
  ...(competitive ? ['择优支持，不保证获得'] : []),
  ...(maxPerYear ? [`每家企业每年最多支持${maxPerYear}个项目`] : []),
  ...(allocation ? [allocationSentence(words, allocation)] : []),
  ...(funding?.length
    ? [`所需资金由${funding.map(({ by, share }) => `${by || '（未填）'}承担${exactFigure(share, 'ratio')}`).join('、')}`]
    : []),
  ...(clawback ? [`追回：${clawback}`] : []),
]

/** A rule line by line, for comparison: everything that is judged or paid, with the wording by hand. */
export const comparedLines = (words: Vocabulary, rule: WordedRule): { conditions: string[]; benefits: string[] } => ({
  conditions: [...comparedConditions(words, rule.conditions), ...closableLine(words, rule)],
  benefits: [...(rule.benefits ?? []).flatMap((benefit) => comparedBenefit(words, benefit)), ...togetherLines(words, rule)],
})

type Written = { label?: string; clause?: string }

/** The dashes of each line show its groups, because the same conditions in another group are another rule. */
const comparedConditions = (words: Vocabulary, node: Condition): string[] =>
  conditionLines(words, node).map(({ depth, text, node: at }) => {
    const { label, clause } = at as Written
    const note = noteBeside(label, text)
    return `${'— '.repeat(depth)}${text}${clause ? `（依据${clause}）` : ''}${note ? `｜说明：${note}` : ''}`
  })

function comparedBenefit(words: Vocabulary, benefit: Benefit, above = ''): string[] {
  const name = `${above}${benefit.name || '扶持'}`
  const parts = benefitParts(words, benefit).filter(({ inner }) => !inner)
  return [
    ...parts.map(({ what, text }) => `${name} · ${what}：${text}`),
    ...(benefit.formula ? [`${name} · 说明：${benefit.formula}`] : []),
    ...(benefit.kind === 'group' ? benefit.items.flatMap((item) => comparedBenefit(words, item, `${name} › `)) : []),
  ]
}

/** The conditions that a company can still meet: they distinguish 差一点 and 不符合. */
function closableLine(words: Vocabulary, { conditions, closable }: WordedRule): string[] {
  if (!closable?.length) return []
  const leaves = conditionLines(words, conditions).flatMap(({ node, text }) => (isLeaf(node) ? [{ ...node, text }] : []))
  // The label of the field is enough, unless the field is used twice.
  const name = (key: string) => {
    const leaf = leaves.find(({ id }) => id === key)
    const asked = leaf?.field ?? key
    return leaf && leaves.filter(({ field }) => field === asked).length > 1 ? leaf.text : (words.field(asked)?.label ?? leaf?.text ?? key)
  }
  return [`差一点时可补齐的条件：${closable.map(name).join('、')}`]
}
