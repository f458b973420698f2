import type { Answers } from '../../contract/matching.ts'
import type { At, Default, Id, Json } from '../columns.ts'

export interface MatchingTables {
  calculation: CalculationTable
  company_match_row: CompanyMatchRowTable
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
