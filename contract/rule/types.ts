/**
 * A rule as it is judged: its conditions and benefits. Amounts are 万元, ratios decimals, dates 'YYYY-MM-DD'. Types only. Where a field stands
 * (`field`, `base`) a formula may stand that begins with `=`, and so may the value of a condition (computed.ts); docs/rules.md.
 */
import type { Operator } from '../matching/judgement.ts'

export type Leaf = {
  field: string
  op: Operator
  value?: string | number | boolean | readonly (string | number)[]
  id?: string
  unit?: string | null
  label?: string
  closable?: boolean
}
export type Condition =
  | Leaf
  | { all: readonly Condition[]; label?: string; id?: string }
  | { any: readonly Condition[]; label?: string; id?: string }
  | { not: Condition; label?: string; id?: string }
  | { atLeast: number; of: readonly Condition[]; label?: string; id?: string }

type BenefitCommon = {
  name: string
  unit?: string
  formula?: string
  when?: Condition | null
  /** before floor and cap: × `times` where the condition holds, or × what the option of a field says (options not listed: × 1) */
  factors?: readonly Factor[]
  /** at least this much, for those who get something */
  floor?: number | null
  cap?: number | null
  /** fields or formulas: never more than any of them; after the cap */
  limits?: readonly string[]
  /** fields or formulas: what was received already, taken off after the cap */
  less?: readonly string[]
  /** last of all: to whole steps of so many 万元, the rest left out or rounded half up */
  rounding?: Rounding
  upperBound?: boolean
  optional?: boolean
  payout?: readonly number[]
  /** what each instalment hangs on, in words; '' = nothing */
  payoutTerms?: readonly string[]
  exclusiveGroup?: string
}
/**
 * How applicants share what there is, decided when all of them are known: `prorata` cuts all by the same share when the sum exceeds the budget,
 * `first` goes by the time of submission, `rank` by a figure, the highest first.
 */
export type Allocation = {
  way: 'prorata' | 'first' | 'rank'
  /** 万元 */
  budget?: number | undefined
  /** companies at most, and of one town */
  places?: number | undefined
  /** of `rank`: instead of a number such a share of those that are ranked, whole companies only, one at least */
  topShare?: number | undefined
  perTown?: number | undefined
  /** of companies that confirmed relations hold together (同一实际控制人、母子公司) */
  perGroup?: number | undefined
  /** field or formula; of `rank` */
  rankBy?: string | undefined
  lowFirst?: boolean | undefined
  /** of `rank`: at most so much, 万元, up to that place; the places behind the last get nothing */
  awards?: readonly Award[] | undefined
}
export type Award = { to: number; amount: number }
/** Who bears which share of what a policy pays: 市、县财政按 4 : 6 分担. */
export type Funding = { by: string; share: number }
export type Rounding = { to: number; way: 'down' | 'nearest' }
export type Factor = { when: Condition; times: number } | { field: string; map: Readonly<Record<string, number>> }
export type Tier = { min?: number | null; minInclusive?: boolean | null; max?: number | null; maxInclusive?: boolean | null; rate: number }
export type Level = { from: number; amount: number }
export type Benefit = BenefitCommon
  & (
    | { kind: 'fixed'; amount: number }
    | { kind: 'rate'; base: string; rate: number }
    | { kind: 'tierRate'; base: string; tiers: readonly Tier[]; mode?: 'whole' | 'marginal'; rateAdd?: { when: Condition; add: number } }
    | { kind: 'lookup'; field: string; map: Readonly<Record<string, number>> }
    | { kind: 'lookupRange'; field: string; map: Readonly<Record<string, readonly [number, number] | readonly number[]>> }
    | { kind: 'perUnit'; base: string; unitAmount: number }
    /** a fixed sum by the highest level reached; `before`: an earlier figure, of which the level counts as paid */
    | { kind: 'reach'; base: string; levels: readonly Level[]; before?: string; pays?: 'difference' | 'full' }
    /** for each full step of the base above a figure; `before`: an earlier figure, of which the steps count as paid */
    | { kind: 'perStep'; base: string; step: number; amount: number; above?: number | null; before?: string }
    /** `best`: of `max`, so many of the highest instead of one */
    | { kind: 'group'; items: readonly Benefit[]; combine?: 'sum' | 'max'; best?: number }
    | { kind: 'expr'; expr: string; defaults?: Readonly<Record<string, string | number | boolean>> }
    | { kind: 'honor'; amount?: number }
    | { kind: 'ref'; ref: string }
    /** 一事一议: settled by the office for each company; `cap`: at most. Never part of a sum */
    | { kind: 'negotiated' }
  )
