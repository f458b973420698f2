/** The engine’s judgement of one policy for people: only types, used by server/matching/engine and both sides of the wire. */

import type { ScoreStatus } from './score-status.ts'
import type { Verdict } from './verdicts.ts'

export type { ScoreStatus }
export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'passes'
export type TruthWord = 'true' | 'false' | 'unknown'

/** One condition for a reader: required value, my value, gap, what is missing, and when time alone meets it. */
export interface Explanation {
  id: string | null
  kind: 'all' | 'any' | 'not' | 'atLeast' | 'leaf'
  /** of `atLeast`: how many parts must hold */
  atLeast?: number
  label: string
  /** the requirement in words generated from the rule; for a group without its parts */
  sentence: string
  result: TruthWord
  children?: Explanation[]
  field?: string
  op?: Operator
  unit?: string | null
  required?: string | number | boolean | readonly (string | number)[] | undefined
  requiredText?: string
  actual?: number | string | boolean | readonly string[] | null
  actualText?: string
  /** of a count or sum over rows: each row in words, and whether it counts; null: a deciding column is empty */
  rows?: { text: string; taken: boolean | null }[]
  /** How far the value is from the threshold, always positive; absent when met or not numeric. */
  gap?: number
  gapText?: string
  missing?: string[]
  reason?: string
  closable?: boolean
  /** The date on which time alone meets it. */
  metAt?: string
  /** What to do, one sentence; absent when met. */
  advice?: string
  score?: { table: string; scoreMin: number; scoreMax: number; status: ScoreStatus }
  /** source of my value, if it is from the archive */
  source?: string
  asOf?: string
}

export interface Amount {
  /** 万元，四位小数 */
  min: number
  max: number
  unit: '万元'
  /** Formula and figures, one readable line each. */
  steps: string[]
  /** The single figure of the data README: unset optional facts at their default, ranges at the upper end. */
  value: number
  /** “不超过”：测算值是上限 */
  upperBound?: true
  /** 择优支持，不保证获得 */
  competitive?: true
  /** Optional facts that can still change the amount, sorted. */
  unset?: string[]
  /** Optional facts are still unknown and nothing limits what they may add. */
  openEnded?: true
  amountRange?: [number, number]
  /** 分年兑付，每年金额 */
  payout?: number[]
}

/** The total of the matched policies: the best set that may be taken together. 万元. */
export interface Total {
  min: number
  max: number
  /** the single figure: the best set with every amount at its `value` */
  value: number
  unit: '万元'
  /** false: the search ran out of time; then a permitted set pays at least `min`, and none more than `max` */
  proved: boolean
  openEnded?: true
  /** codes, largest amount first */
  chosen: string[]
  /** policies left out, with the rule and what is taken instead */
  left: { code: string; name: string; better: string[] }[]
  /** reductions by caps and budget pools; `before` is the sum without them */
  cuts: { name: string; kind: 'cap' | 'pool'; before: number; most: number; year?: number }[]
}

/** The effort to close a gap, estimated from its size in relation to the company’s value. */
export type Effort = 'time' | 'easy' | 'some' | 'hard' | 'shrink'
/** What a company still needs for a policy, with the least effort, part by part. */
export interface GapPlan {
  effort: Effort
  /** size of all gaps in relation to the company’s values; orders plans of the same effort */
  size: number
  /** the date on which waiting alone meets everything; missing when something must be done */
  metAt?: string
  /** the date before which the waiting part is not met, if there is one */
  notBefore?: string
  steps: GapStep[]
}
export interface GapStep {
  label: string
  /** the requirement, in words generated from the rule */
  sentence: string
  field: string
  requiredText: string
  actualText: string
  gapText: string
  /** the number to reach, if the requirement is a number */
  target?: number
  effort: Effort
  size: number
  metAt?: string
  advice?: string
}

/** Why a result changed between two runs. */
export interface Difference {
  facts: { key: string; label: string; before: string; after: string }[]
  total: { before: Total; after: Total }
  policies: PolicyDifference[]
}
export interface PolicyDifference {
  code: string
  title: string
  policyId: number
  verdict: { before: Verdict; after: Verdict }
  /** 万元; null = none or unknown */
  amount: { before: number | null; after: number | null }
  /** part of the best permitted set */
  counted: { before: boolean; after: boolean }
  /** conditions whose result changed */
  flipped: {
    label: string
    sentence: string
    requiredText: string
    before: TruthWord
    after: TruthWord
    actualBefore: string
    actualAfter: string
  }[]
  /** calculation of the amount, where it changed */
  steps: { before: string[]; after: string[] }
  /** one sentence: the cause of the difference */
  reason: string
}
