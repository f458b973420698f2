import type { AppealOrigin, AppealPause, AppealResult } from '../../contract/appeal/states.ts'
import type { At, Default, Id, Instant, Maybe, MaybeAt } from '../columns.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AppealTrace } from '../../contract/appeal/policy.ts'

export interface AppealTables {
  appeal: AppealTable
  appeal_type: AppealTypeTable
  appeal_limit: AppealLimitTable
  appeal_office: { appeal_id: number; office_id: number; part: 'main' | 'assist' | 'former' }
  appeal_route: AppealRouteTable
  appeal_template: AppealTemplateTable
  appeal_viewer: { appeal_id: number; user_id: number; user_name: string; seen_at: Instant }
  appeal_case: AppealCaseTable
  appeal_case_view: { case_id: number; view_num: number }
  appeal_case_view_mark: { case_id: number; visitor: string; seen_at: Instant }
}

/** What everybody may read of a closed appeal: words of its own, without names, confirmed by a person. */
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

/** Big types have no parent; an appeal is of a small type. */
export interface AppealTypeTable {
  /** what comes with the platform brings its own */
  id: Generated<number>
  parent_id: Maybe<number>
  name: string
  code: string
  office_id: Maybe<number>
  sort: Default<number>
  enabled: Default<boolean>
  version: Default<number>
}

/** Whose appeals of a kind are; what is left open counts for everybody. */
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

/** Words that answers begin with, for every type or for one. */
export interface AppealTemplateTable {
  id: Id
  version: Default<number>
  type_id: Maybe<number>
  title: string
  content: string
  sort: Default<number>
  updated_at: At
}

/** Within how many working days appeals of a type are answered, and how many before the end it is said. */
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
  /** from the first submission on */
  appeal_no: Maybe<string>
  title: string
  content: string
  /** drafts may not have one yet */
  type_id: Maybe<number>
  source_type: Default<string>
  user_id: number
  user_name: string
  company_id: Maybe<number>
  contact_sealed: string
  phone_sealed: string
  street: Maybe<string>
  policy_id: Maybe<number>
  /** the sender does not mind that a case without names is published */
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
  /** how often an office said that it is not theirs */
  back_count: Default<number>
  /** waits for the service centre to decide whose it is */
  ruling: Default<boolean>
  ruled_office_id: Maybe<number>
  ruled_ground: Maybe<string>
  urge_count: Default<number>
  urged_at: MaybeAt
  pause_kind: Maybe<AppealPause>
  pause_reason: Maybe<string>
  paused_at: MaybeAt
  /** working days of all pauses that are over */
  paused_days: Default<number>
  /** the appeal whose answer answers this one too */
  merged_into: Maybe<number>
  /** words of title, company and content; written when it is filed */
  search: Default<string>
  search_form: Default<number>
  /** who passed the last answer */
  passed_by: Maybe<number>
  /** 2: dealt with again, or long late; the leader looks after it */
  level: Default<number>
  /** working days that were granted once */
  extended_days: Default<number>
  /** working days that its office asks for, and why */
  extend_days: Maybe<number>
  extend_reason: Maybe<string>
  /** staff who filed it for a company, with its office and what shows the order */
  entered_by: Maybe<number>
  entered_office: Maybe<number>
  entrust: Maybe<string>
  /** the record that it was filed from */
  from_kind: Maybe<AppealOrigin>
  from_id: Maybe<number>
  /** 规模 as the archive said with consent when it was filed */
  size: Maybe<string>
  /** what the rules said of the company and the policy when it was filed */
  trace: ColumnType<AppealTrace | null, string | null | undefined, string | null>
  no_policy: Default<boolean>
  /** a later policy that answers it, and when its sender was told */
  gap_policy_id: Maybe<number>
  gap_told_at: MaybeAt
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}
