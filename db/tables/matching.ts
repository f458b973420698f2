import type { Answers } from '../../contract/matching.ts'
import type { ScoreStatus } from '../../contract/matching/score-status.ts'
import type { At, Default, Id, Json, Maybe } from '../columns.ts'

export interface MatchingTables {
  calculation: CalculationTable
  company_match_row: CompanyMatchRowTable
  score_detail: ScoreDetailTable
  score_result: ScoreResultTable
}

/** A calculation somebody kept: the answers and what they came to on that day. */
export interface CalculationTable {
  id: Id
  user_id: number
  name: string
  answers: Json<Answers>
  use_archive: Default<boolean>
  matched: number
  /** 分 */
  amount_min: number
  amount_max: number
  created_at: At
}

/** What the reverse question reads: known facts, derived values and score outcomes of a company that consented, as of one day. */
export interface CompanyMatchRowTable {
  company_id: number
  facts: Json<Record<string, unknown>>
  as_of: string
  /** `updated_at` of the facts this row was made from */
  facts_at: string
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

/** Outcome of one score table for a company that consented, as of one day and one state of its facts. */
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
  updated_at: At
}
