/** What the engine says of one policy to people: types only, the one source for server/matching/engine and both sides of the wire. */

import type { ScoreStatus } from './score-status.ts'
import type { Verdict } from './verdicts.ts'

export type { ScoreStatus }
export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'passes'
export type TruthWord = 'true' | 'false' | 'unknown'

/** One condition as shown to a person: required value, my value, gap, what is missing, when time alone meets it. */
export interface Explanation {
  id: string | null
  kind: 'all' | 'any' | 'not' | 'atLeast' | 'leaf'
  /** of `atLeast`: how many of its parts have to hold */
  atLeast?: number
  label: string
  /** what is required, in words made from the rule; of a group, without its parts */
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
  /** of a count or sum over rows: each row in words, and whether it was taken; null: a column that decides is empty */
  rows?: { text: string; taken: boolean | null }[]
  /** How far the value is from the threshold, always positive; absent when met or not numeric. */
  gap?: number
  gapText?: string
  missing?: string[]
  reason?: string
  closable?: boolean
  /** The day on which it will be met by time alone. */
  metAt?: string
  /** What to do, one sentence; absent when met. */
  advice?: string
  score?: { table: string; scoreMin: number; scoreMax: number; status: ScoreStatus }
  /** provenance of my value, where it comes from the archive */
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

/** What the matched policies come to together: the best set that may lawfully be taken at once. 万元. */
export interface Total {
  min: number
  max: number
  /** the single figure: the best set with every amount at its `value` */
  value: number
  unit: '万元'
  /** false: the search was ended by the clock; then a lawful set pays at least `min`, and none more than `max` */
  proved: boolean
  openEnded?: true
  /** codes, the most money first */
  chosen: string[]
  /** left out, by which rule, and what is taken instead */
  left: { code: string; name: string; better: string[] }[]
  /** what caps and budget pools take away; `before` is the sum without them */
  cuts: { name: string; kind: 'cap' | 'pool'; before: number; most: number; year?: number }[]
}

/** How hard a gap is to close, by its size against what the company has; an estimate of effort, not of what is feasible. */
export type Effort = 'time' | 'easy' | 'some' | 'hard' | 'shrink'
/** What stands between a company and a policy it does not meet yet: the least of it, part by part. */
export interface GapPlan {
  effort: Effort
  /** size of all gaps together against the company's values; orders plans of the same effort */
  size: number
  /** the day on which waiting alone meets everything; absent when something has to be done */
  metAt?: string
  /** the day before which waiting does not end, where some of it is waiting */
  notBefore?: string
  steps: GapStep[]
}
export interface GapStep {
  label: string
  /** what is required, in words made from the rule */
  sentence: string
  field: string
  requiredText: string
  actualText: string
  gapText: string
  /** the figure to reach, where the requirement is one */
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
  /** 万元; null = none or not yet known */
  amount: { before: number | null; after: number | null }
  /** counted in the best lawful set */
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
  /** how the amount is computed, where it changed */
  steps: { before: string[]; after: string[] }
  /** one sentence: what made the difference */
  reason: string
}
