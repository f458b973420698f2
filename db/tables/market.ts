import type { ColumnType, Generated } from 'kysely'
import type { Attributes } from '../../contract/market/attributes.ts'
import type { MarketKind, Origin } from '../../contract/market/states.ts'
import type { At, Default, Id, Instant, Maybe, MaybeAt } from '../columns.ts'

export interface MarketTables {
  market_item: MarketItemTable
  market_view: { item_id: number; view_num: number }
  market_view_mark: { item_id: number; visitor: string; seen_at: Instant }
  market_proof: { user_id: number; phone_index: string; proved_at: Instant }
  market_contact: MarketContactTable
  market_slot: MarketSlotTable
  market_visit: MarketVisitTable
  market_report: MarketReportTable
  market_favourite: { user_id: number; item_id: number; created_at: Instant }
  market_search: MarketSearchTable
  market_question: MarketQuestionTable
  market_told: { supply_id: number; demand_id: number; at: Instant }
}

export interface MarketItemTable {
  id: Id
  version: Default<number>
  state: Default<number>
  kind: MarketKind
  title: string
  /** one for a supply, any number for a demand; none means everywhere */
  street_ids: Default<string[]>
  address: Default<string>
  /** CGCS2000 */
  lng: Maybe<number>
  lat: Maybe<number>
  images: Default<string[]>
  description: Default<string>
  purpose: Default<string>
  /** attributes by key; unknown values are missing */
  facts: ColumnType<Attributes, string, string>
  /** 亩 or ㎡; for a demand the minimum */
  area: Generated<string | null>
  price: Generated<string | null>
  /** sealed */
  contact: string
  phone: string
  phone_index: string
  origin: Origin
  company_id: Maybe<number>
  user_id: Maybe<number>
  created_by: Maybe<number>
  submitted_by: Maybe<number>
  reviewed_by: Maybe<number>
  review_opinion: Maybe<string>
  /** when its owner last confirmed it */
  fresh_at: At
  /** when the owner was last asked */
  asked_at: MaybeAt
  /** the last change that was matched with the other side */
  matched_at: MaybeAt
  closing: Maybe<string>
  closing_price: Maybe<string>
  closed_at: MaybeAt
  view_num: Default<number>
  contact_num: Default<number>
  publish_time: MaybeAt
  search: Default<string>
  rank_words: Generated<string>
  search_form: Default<number>
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface MarketContactTable {
  id: Id
  item_id: number
  user_id: Maybe<number>
  company_id: Maybe<number>
  /** sealed, like the number */
  name: string
  phone: string
  /** the contact that was given, encrypted */
  given_name: string
  given_phone: string
  message: string
  answered_at: MaybeAt
  mark: Default<string>
  created_at: At
}

export interface MarketSlotTable {
  id: Id
  item_id: number
  start_at: Instant
  /** the owner has taken it back */
  closed: Default<boolean>
  created_by: Maybe<number>
  created_at: At
}

export interface MarketVisitTable {
  id: Id
  slot_id: number
  item_id: number
  user_id: Maybe<number>
  company_id: Maybe<number>
  name: string
  phone: string
  state: Default<number>
  /** SEQUENCE of the calendar file */
  sequence: Default<number>
  outcome: Default<string>
  reminded: Default<boolean>
  created_at: At
  updated_at: At
}

export interface MarketReportTable {
  id: Id
  item_id: number
  user_id: Maybe<number>
  reason: string
  reply: Maybe<string>
  settled_by: Maybe<number>
  settled_at: MaybeAt
  created_at: At
}

export interface MarketSearchTable {
  id: Id
  user_id: number
  kind: MarketKind
  name: string
  /** as in the address of the list */
  filters: ColumnType<Record<string, string>, string, string>
  created_at: Instant
  /** items published before this time were announced to the owner */
  told_at: Instant
}

export interface MarketQuestionTable {
  id: Id
  item_id: number
  user_id: Maybe<number>
  company_id: Maybe<number>
  question: string
  answer: Maybe<string>
  answered_by: Maybe<number>
  answered_at: MaybeAt
  hidden: Default<boolean>
  created_at: Instant
}
