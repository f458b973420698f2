import type { Verdict } from '../../contract/matching/verdicts.ts'
import type { Answers } from '../../contract/matching.ts'
import type { MatchQuestion, QuestionnaireSettings } from '../../contract/matching/forms.ts'
import type { OwnFieldDefinition } from '../../contract/matching/own-field-codes.ts'
import type { ScoreStatus } from '../../contract/matching/score-status.ts'
import type { At, Default, Id, Instant, Json, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

export interface MatchingTables {
  calculation: CalculationTable
  company_match_row: CompanyMatchRowTable
  company_match_result: CompanyMatchResultTable
  match_rule_state: MatchRuleStateTable
  stack_limit: StackLimitTable
  imitate_match_log: ImitateMatchLogTable
  score_detail: ScoreDetailTable
  score_result: ScoreResultTable
  match_form: MatchFormTable
  golden_case: GoldenCaseTable
  calculator_setting: CalculatorSettingTable
  own_field: OwnFieldTable
  own_field_version: {
    field_id: number
    no: number
    definition: Json<OwnFieldDefinition>
    made_by_name: Maybe<string>
    passed_by_name: Maybe<string>
    at: Instant
  }
  whitelist_company: { policy_id: number; credit_code: string; company_name: string; added_at: At; added_by: Maybe<number> }
}

/** A saved calculation: the answers and their result on that day. */
export interface CalculationTable {
  id: Id
  user_id: number
  /** saved for this company; null: for the person */
  company_id: Maybe<number>
  name: string
  answers: Json<Answers>
  use_archive: Default<boolean>
  matched: number
  /** 分 */
  amount_min: number
  amount_max: number
  created_at: At
}

/** Data for the reverse question: known facts, derived values and score outcomes of a company with consent, as of one day. */
export interface CompanyMatchRowTable {
  company_id: number
  facts: Json<Record<string, unknown>>
  as_of: string
  /** `updated_at` of the facts this row was made from */
  facts_at: string
}

/** Verdicts of one day for a company with consent, by policy id; policies in none of the lists are not met. */
export interface CompanyMatchResultTable {
  company_id: number
  met: number[]
  /** 元, in the order of `met`; null: no payment */
  amount_min: (number | null)[]
  amount_max: (number | null)[]
  near: number[]
  unknown: number[]
  as_of: string
  /** `updated_at` of the facts this row was made from */
  facts_at: string
}

/** The version of a rule that every row of company_match_result reflects. */
export interface MatchRuleStateTable {
  policy_id: number
  stamp: string
  matched_at: At
}

/** A row of evidence behind a counted score (contract/matching/score-details.ts). */
export interface ScoreDetailTable {
  id: Id
  company_id: number
  table_id: string
  cells: Json<Record<string, string>>
  updated_at: At
  updated_by: Maybe<number>
}

/** Outcome of one score table for a company with consent, as of one day and one state of its facts. */
export interface ScoreResultTable {
  company_id: number
  scheme: string
  score_min: number
  score_max: number
  status: ScoreStatus
  groups: Json<Record<string, [number, number]>>
  missing: number
  as_of: string
  facts_at: string
  updated_at: Instant
}

/** A rule over several policies: at most `most` of them, or at most `amount` for them together. */
export interface StackLimitTable {
  id: Id
  name: string
  kind: 'exclude' | 'cap' | 'pool'
  /** policy codes */
  codes: string[]
  most: Default<number>
  /** 分; for a pool: what is left */
  amount: Maybe<number>
  per_year: Default<boolean>
  /** source of the rule, in words */
  basis: Default<string>
  enabled: Default<boolean>
  version: Default<number>
  updated_at: At
}

/** A run of the simulation, kept by its user or shared by link. */
export interface ImitateMatchLogTable {
  id: Id
  user_id: Maybe<number>
  /** made for this company; null: for the person, or by a visitor */
  company_id: Maybe<number>
  /** null: not shared */
  share_id: Maybe<string>
  name: string
  answers: Json<Answers>
  /** the run with which it is compared; null: nothing was changed */
  base: MaybeJson<Answers>
  /** based on the archive; only its owner can run it again */
  use_archive: Default<boolean>
  /** the owner included values of the archive in a shared run */
  archive_shared: Default<boolean>
  as_of: string
  match_count: number
  /** 分 */
  amount_min: number
  amount_max: number
  created_at: At
  expires_at: MaybeAt
}

/** Questions of one policy with the answers that meet it. */
export interface MatchFormTable {
  id: Id
  version: Default<number>
  name: string
  policy_id: number
  enabled: Default<boolean>
  questions: Json<MatchQuestion[]>
  updated_at: At
  updated_by: Maybe<number>
}

/** A company described by an editor, with the verdict that the rule must give. */
export interface GoldenCaseTable {
  id: Id
  policy_id: number
  name: string
  answers: Json<Answers>
  apply_date: Maybe<string>
  expect: Verdict
  /** 分 */
  amount: Maybe<number>
  note: Maybe<string>
  updated_at: At
  updated_by: Maybe<number>
}

/** One row: which questions the common questionnaire always asks and never asks, and its length. */
export interface CalculatorSettingTable {
  id: number
  settings: Json<QuestionnaireSettings>
  updated_at: At
  updated_by: Maybe<number>
}

/** A field defined by an editor; its key is `own` and its id. */
export interface OwnFieldTable {
  id: Id
  /** in use; null until a second person approved it */
  current: MaybeJson<OwnFieldDefinition>
  /** a change that waits for a second person */
  waiting: MaybeJson<OwnFieldDefinition>
  waiting_by: Maybe<number>
  waiting_by_name: Maybe<string>
  /** why the last change was returned */
  opinion: Maybe<string>
  in_use: Default<boolean>
  version: Default<number>
  created_at: At
  updated_at: At
}
