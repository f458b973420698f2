import type { AppealOrigin, AppealPause, AppealResult } from '../../contract/appeal/states.ts'
import type { At, Default, Id, Instant, Maybe, MaybeAt } from '../columns.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AppealTrace } from '../../contract/appeal/policy.ts'

export interface AppealTables {
  appeal: AppealTable
  appeal_type: AppealTypeTable
  appeal_limit: AppealLimitTable
  appeal_office: { appeal_id: number; office_id: number; part: 'main' | 'assist' | 'former'; assisted_at: MaybeAt }
  appeal_route: AppealRouteTable
  appeal_template: AppealTemplateTable
  appeal_viewer: { appeal_id: number; user_id: number; user_name: string; seen_at: Instant }
  appeal_case: AppealCaseTable
  appeal_case_view: { case_id: number; view_num: number }
  appeal_case_view_mark: { case_id: number; visitor: string; seen_at: Instant }
}

/** The public text of a closed appeal, without names, confirmed by a person. */
export interface AppealCaseTable {
  id: Id
  appeal_id: number
  title: string
  question: string
  answer: string
  type_id: number
  office_name: string
  publish_time: Instant
  published_by: Maybe<number>
  view_num: Default<number>
  search: string
  rank_words: GeneratedAlways<string>
  search_form: Default<number>
}

/** Types have no parent; an appeal has a subtype. */
export interface AppealTypeTable {
  /** types of the platform bring their own id */
  id: Generated<number>
  parent_id: Maybe<number>
  name: string
  code: string
  office_id: Maybe<number>
  sort: Default<number>
  enabled: Default<boolean>
  version: Default<number>
}

/** Office in charge by kind of appeal; a missing condition matches all. */
export interface AppealRouteTable {
  id: Id
  version: Default<number>
  type_id: Maybe<number>
  sender: Maybe<'company' | 'person'>
  street: Maybe<string>
  industry: Maybe<string>
  size: Maybe<string>
  office_id: number
  note: Default<string>
  updated_at: At
}

/** Answer templates, for every type or for one. */
export interface AppealTemplateTable {
  id: Id
  version: Default<number>
  type_id: Maybe<number>
  title: string
  content: string
  sort: Default<number>
  updated_at: At
}

/** Working days for an answer by type, and days before the end for the warning. */
export interface AppealLimitTable {
  id: Id
  type_id: number
  work_days: number
  warn_days: number
  version: Default<number>
  updated_at: At
}

export interface AppealTable {
  id: Id
  version: Default<number>
  state: Default<number>
  /** set by the first submission */
  appeal_no: Maybe<string>
  title: string
  content: string
  /** drafts may have none */
  type_id: Maybe<number>
  source_type: Default<string>
  user_id: number
  user_name: string
  company_id: Maybe<number>
  contact_sealed: string
  phone_sealed: string
  street: Maybe<string>
  policy_id: Maybe<number>
  /** the sender agrees to the publication of a case without names */
  public_flag: Default<boolean>
  submitted_at: MaybeAt
  /** the last second of the promised day */
  deadline: MaybeAt
  warn_at: MaybeAt
  office_id: Maybe<number>
  assigned_at: MaybeAt
  deal_content: Maybe<string>
  deal_result: Maybe<AppealResult>
  dealt_by: Maybe<number>
  dealt_by_name: Maybe<string>
  deal_time: MaybeAt
  opinion: Maybe<string>
  closed_at: MaybeAt
  score: Maybe<number>
  evaluate_content: Maybe<string>
  evaluated_at: MaybeAt
  redone: Default<boolean>
  archived_at: MaybeAt
  back_reason: Maybe<string>
  /** how often an office returned it as not its own */
  back_count: Default<number>
  /** waits for the service centre to decide the office in charge */
  ruling: Default<boolean>
  ruled_office_id: Maybe<number>
  ruled_ground: Maybe<string>
  urge_count: Default<number>
  urged_at: MaybeAt
  pause_kind: Maybe<AppealPause>
  pause_reason: Maybe<string>
  paused_at: MaybeAt
  /** working days of all finished pauses */
  paused_days: Default<number>
  /** the appeal with whose answer this one is answered */
  merged_into: Maybe<number>
  /** words of title, company and content; written at submission */
  search: Default<string>
  search_form: Default<number>
  /** the user who passed the last answer */
  passed_by: Maybe<number>
  /** 2: appealed again or long overdue; the leader sees it */
  level: Default<number>
  /** extra working days, granted once */
  extended_days: Default<number>
  /** extra working days that its office requests, and why */
  extend_days: Maybe<number>
  extend_reason: Maybe<string>
  /** staff who filed it for a company, with office and the company’s request */
  entered_by: Maybe<number>
  entered_office: Maybe<number>
  entrust: Maybe<string>
  /** the record on which it is based */
  from_kind: Maybe<AppealOrigin>
  from_id: Maybe<number>
  /** 规模 in the archive at submission, with consent */
  size: Maybe<string>
  /** the verdict of the rules for company and policy at submission */
  trace: ColumnType<AppealTrace | null, string | null | undefined, string | null>
  no_policy: Default<boolean>
  /** a later policy that answers it, and when its sender was notified */
  gap_policy_id: Maybe<number>
  gap_told_at: MaybeAt
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}
