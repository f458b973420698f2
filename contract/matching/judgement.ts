/** What the engine says of one policy to people: types only, the one source for server/matching/engine and both sides of the wire. */

import type { ScoreStatus } from './score-status.ts'

export type { ScoreStatus }
export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'passes'
export type TruthWord = 'true' | 'false' | 'unknown'

/** One condition as shown to a person: required value, my value, gap, what is missing, when time alone meets it. */
export interface Explanation {
  id: string | null
  kind: 'all' | 'any' | 'not' | 'leaf'
  label: string
  result: TruthWord
  children?: Explanation[]
  field?: string
  op?: Operator
  unit?: string | null
  required?: string | number | boolean | readonly (string | number)[] | undefined
  requiredText?: string
  actual?: number | string | boolean | readonly string[] | null
  actualText?: string
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
