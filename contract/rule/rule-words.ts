import type { Benefit, Condition } from './types.ts'

/** What a policy's rule says: whom it takes, what they get, and how the parts go together. */
export interface WordedRule {
  conditions: Condition
  benefits?: readonly Benefit[]
  benefitCombine?: 'sum' | 'max'
  exclusiveGroup?: string | null
  competitive?: boolean | null
  maxPerYear?: number | null
  closable?: readonly string[] | null
}

/** How the benefits of a policy go together, and with those of other policies. */
export const togetherLines = ({ benefits = [], benefitCombine, exclusiveGroup, competitive, maxPerYear }: WordedRule): string[] => [
  ...(benefitCombine === 'max' ? ['以上各项就高享受一项'] : benefits.length > 1 ? ['以上各项可同时享受'] : []),
  ...(exclusiveGroup ? [`与同组（${exclusiveGroup}）的其他政策不叠加`] : []),
  ...(competitive ? ['择优支持，不保证获得'] : []),
  ...(maxPerYear ? [`每家企业每年最多支持${maxPerYear}个项目`] : []),
]
