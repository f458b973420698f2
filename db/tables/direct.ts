import type { DirectEvidence, DirectFigures } from '../../contract/direct.ts'
import type { DirectListState, DirectRowState } from '../../contract/direct/states.ts'
import type { ColumnType } from 'kysely'
import type { PolicyRule } from '../../contract/policy/market.ts'
import type { At, Default, Id, Json, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

export interface DirectTables {
  direct_list: DirectListTable
  direct_row: DirectRowTable
  direct_objection: DirectObjectionTable
}

/** The rule of a policy in force on the date of the list, with the policy data that a judgement shows. */
export interface FrozenRule {
  id: number
  code: string
  title: string
  issuer: string
  level: string
  supportModes: string[]
  sample: boolean
  maxAmount: number | null
  applyFrom: string | null
  applyTo: string | null
  rule: PolicyRule
}

/** A list of companies that get a subsidy without applying. Amounts in 分. */
export interface DirectListTable {
  id: Id
  version: Default<number>
  policy_id: number
  title: string
  year: number
  as_of: string
  /** working days for consent and objections */
  days: number
  budget: Maybe<number>
  office_id: Maybe<number>
  note: Maybe<string>
  state: Default<DirectListState>
  task_id: Maybe<string>
  rule: MaybeJson<FrozenRule>
  rule_version: Maybe<number>
  rule_hash: Maybe<string>
  figures: MaybeJson<DirectFigures>
  /** companies left out by hand, kept when the list is made again */
  kept_exclusions: ColumnType<{ companyId: number; reason: string }[], string | undefined, string>
  over_reason: Maybe<string>
  opinion: Maybe<string>
  created_by: number
  created_by_name: string
  submitted_at: MaybeAt
  confirmed_by: Maybe<number>
  confirmed_by_name: Maybe<string>
  confirmed_at: MaybeAt
  public_from: Maybe<string>
  public_to: Maybe<string>
  open_objections: Default<number>
  created_at: At
  updated_at: At
}

/** One company of a list. Account and contact are sealed. */
export interface DirectRowTable {
  id: Id
  list_id: number
  company_id: number
  company_name: string
  credit_code: string
  amount: number
  evidence: Json<DirectEvidence>
  evidence_hash: string
  /** run: made with the list · objection: added by an upheld objection · corrected: replaces a row with a wrong amount */
  origin: 'run' | 'objection' | 'corrected'
  state: Default<DirectRowState>
  /** reason for leaving out, declining or failed hand-over */
  reason: Maybe<string>
  bank_name: Maybe<string>
  account_no: Maybe<string>
  contact_name: Maybe<string>
  contact_phone: Maybe<string>
  answered_by: Maybe<number>
  answered_at: MaybeAt
  allowance_id: Maybe<number>
  created_at: At
  updated_at: At
}

/** 0 open · 1 upheld · 2 dismissed; an objection without a row asks why the company is not on the list. */
export interface DirectObjectionTable {
  id: Id
  list_id: number
  row_id: Maybe<number>
  company_id: number
  user_id: number
  content: string
  /** the verdict of the engine at the time of the objection */
  verdict: Maybe<string>
  state: Default<0 | 1 | 2>
  reply: Maybe<string>
  resolved_by_name: Maybe<string>
  /** null in objections that were answered before migration 1034 */
  resolved_by: Maybe<number>
  created_at: At
  resolved_at: MaybeAt
}
