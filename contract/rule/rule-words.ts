import { allocationSentence } from './allocation-words.ts'
import { benefitParts } from './benefit-words.ts'
import { conditionLines, isLeaf } from './condition-words.ts'
import { noteBeside } from './note.ts'
import type { Allocation, Benefit, Condition, Funding } from './types.ts'
import { exactFigure } from './value-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a policy's rule says: whom it takes, what they get, and how the parts go together. */
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
  /** when what was paid is taken back, in words */
  clawback?: string | null | undefined
}

/** How the benefits of a policy go together, and with those of other policies. */
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

/** A rule line by line, for two of them to be compared: everything that is judged or paid, and what was written by hand beside it. */
export const comparedLines = (words: Vocabulary, rule: WordedRule): { conditions: string[]; benefits: string[] } => ({
  conditions: [...comparedConditions(words, rule.conditions), ...closableLine(words, rule)],
  benefits: [...(rule.benefits ?? []).flatMap((benefit) => comparedBenefit(words, benefit)), ...togetherLines(words, rule)],
})

type Written = { label?: string; clause?: string }

/** Each line tells by its dashes in how many groups it stands: the same conditions in another group are another rule. */
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

/** Which conditions a company can still close: they decide between 差一点 and 不符合. */
function closableLine(words: Vocabulary, { conditions, closable }: WordedRule): string[] {
  if (!closable?.length) return []
  const leaves = conditionLines(words, conditions).flatMap(({ node, text }) => (isLeaf(node) ? [{ ...node, text }] : []))
  // The name of what is asked is enough, unless it is asked twice.
  const name = (key: string) => {
    const leaf = leaves.find(({ id }) => id === key)
    const asked = leaf?.field ?? key
    return leaf && leaves.filter(({ field }) => field === asked).length > 1 ? leaf.text : (words.field(asked)?.label ?? leaf?.text ?? key)
  }
  return [`差一点时可补齐的条件：${closable.map(name).join('、')}`]
}
