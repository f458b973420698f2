/**
 * A rule as judged: its conditions and benefits. Amounts are 万元, ratios decimals, dates 'YYYY-MM-DD'. Only types. A field (`field`, `base`)
 * and the value of a condition may be a formula that starts with `=` (computed.ts); see docs/rules.md.
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
  /** before floor and cap: × `times` if the condition holds, or × the factor of the field’s option (options not listed: × 1) */
  factors?: readonly Factor[]
  /** at least this amount, for those who get something */
  floor?: number | null
  cap?: number | null
  /** fields or formulas: at most the smallest of them; after the cap */
  limits?: readonly string[]
  /** fields or formulas: sums already received, subtracted after the cap */
  less?: readonly string[]
  /** last step: rounded to whole steps in 万元, down or half up */
  rounding?: Rounding
  upperBound?: boolean
  optional?: boolean
  payout?: readonly number[]
  /** the condition of each instalment, in words; '' = none */
  payoutTerms?: readonly string[]
  exclusiveGroup?: string
}
/**
 * How applicants share the money once all are known: `prorata` cuts all by the same share when the sum exceeds the budget, `first` goes by
 * the time of submission, `rank` by a figure, highest first.
 */
export type Allocation = {
  way: 'prorata' | 'first' | 'rank'
  /** 万元 */
  budget?: number | undefined
  /** most companies in all, and of one town */
  places?: number | undefined
  /** for `rank`: instead of a number this share of the ranked companies, whole companies only, at least one */
  topShare?: number | undefined
  perTown?: number | undefined
  /** companies connected by confirmed relations (同一实际控制人、母子公司) */
  perGroup?: number | undefined
  /** field or formula, for `rank` */
  rankBy?: string | undefined
  lowFirst?: boolean | undefined
  /** for `rank`: most 万元 up to this rank; ranks after the last get nothing */
  awards?: readonly Award[] | undefined
}
export type Award = { to: number; amount: number }
/** Shares of the payers of a policy: 市、县财政按 4 : 6 分担. */
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
    /** a fixed sum by the highest level reached; `before`: an earlier figure whose level counts as paid */
    | { kind: 'reach'; base: string; levels: readonly Level[]; before?: string; pays?: 'difference' | 'full' }
    /** for each full step of the base above a figure; `before`: an earlier figure whose steps count as paid */
    | { kind: 'perStep'; base: string; step: number; amount: number; above?: number | null; before?: string }
    /** `best`: with `max`, this many of the highest instead of one */
    | { kind: 'group'; items: readonly Benefit[]; combine?: 'sum' | 'max'; best?: number }
    | { kind: 'expr'; expr: string; defaults?: Readonly<Record<string, string | number | boolean>> }
    | { kind: 'honor'; amount?: number }
    | { kind: 'ref'; ref: string }
    /** 一事一议: decided by the office for each company; `cap`: at most. Never part of a sum */
    | { kind: 'negotiated' }
  )
