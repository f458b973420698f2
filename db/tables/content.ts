import type { ColumnType, GeneratedAlways } from 'kysely'
import type { RuleNode } from '../../contract/policy.ts'
import type { At, Default, Id, Instant, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

export interface ContentTables {
  news_column: NewsColumnTable
  news: NewsTable
  news_policy: { news_id: number; policy_id: number; policy_version: number; sort: Default<number> }
  news_view: { news_id: number; view_num: number }
  news_view_mark: { news_id: number; visitor: string; seen_at: Instant }
  service_item: ServiceItemTable
  finance_product: FinanceProductTable
}

/** Columns form a tree of at most three levels. */
export interface NewsColumnTable {
  id: Id
  version: Default<number>
  state: Default<number>
  parent_id: Maybe<number>
  /** for columns that the platform uses */
  code: Maybe<string>
  name: string
  summary: Default<string>
  sort: Default<number>
  top_flag: Default<boolean>
  /** days within which something new is expected; null: no limit */
  fresh_days: Maybe<number>
  owner_id: Maybe<number>
  /** this column and all above are published */
  shown: Default<boolean>
  publish_time: MaybeAt
  created_by: Maybe<number>
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface StoredAttachment {
  fileId: string
  fileName: string
  size: number
}

export interface NewsTable {
  id: Id
  version: Default<number>
  state: Default<number>
  column_id: number
  title: string
  summary: Default<string>
  content: Default<string>
  source: Default<string>
  author: Default<string>
  cover: Maybe<string>
  cover_alt: Default<string>
  attachments: ColumnType<StoredAttachment[], string | undefined, string>
  publish_at: MaybeAt
  take_down_at: MaybeAt
  publish_time: MaybeAt
  /** it is public; updated by every move, by its columns and by the clock */
  shown: Default<boolean>
  top_flag: Default<boolean>
  /** place in the column, greatest first: the second of its publication, until it is moved */
  sort: Default<number>
  view_num: Default<number>
  /** findings of the check that were explained or confirmed, by their key */
  answered: ColumnType<string[], string | undefined, string>
  review_opinion: Maybe<string>
  submitted_by: Maybe<number>
  reviewed_by: Maybe<number>
  created_by: Maybe<number>
  deleted: Default<boolean>
  search: string
  rank_words: GeneratedAlways<string>
  search_form: Default<number>
  created_at: At
  updated_at: At
}

interface Consented {
  /** whether the named person agreed; who recorded it, and when */
  consent: Default<boolean>
  consent_by: Maybe<number>
  consent_at: MaybeAt
}

export interface ServiceItemTable extends Consented {
  id: Id
  version: Default<number>
  state: Default<number>
  kind: 'law' | 'quality'
  category: string
  title: string
  summary: Default<string>
  provider: Default<string>
  for_whom: Default<string>
  cost: Default<string>
  process: Default<string>
  phone: Default<string>
  contact: Default<string>
  contact_phone: Default<string>
  url: Maybe<string>
  attachments: ColumnType<StoredAttachment[], string | undefined, string>
  sort: Default<number>
  publish_time: MaybeAt
  created_by: Maybe<number>
  deleted: Default<boolean>
  search: Default<string>
  rank_words: GeneratedAlways<string>
  search_form: Default<number>
  created_at: At
  updated_at: At
}

export interface FinanceProductTable extends Consented {
  id: Id
  version: Default<number>
  state: Default<number>
  name: string
  bank: string
  product_type: string
  /** 分 */
  min_amount: number
  max_amount: number
  /** percent a year */
  rate_min: string
  rate_max: string
  terms: string[]
  guarantees: string[]
  repays: string[]
  approve_days: Maybe<number>
  target: Default<string>
  conditions_text: Default<string>
  materials: Default<string>
  features: Default<string>
  manager: Default<string>
  manager_phone: Default<string>
  /** conditions for the matching engine; null: the bank decides */
  rule: MaybeJson<RuleNode>
  sort: Default<number>
  publish_time: MaybeAt
  created_by: Maybe<number>
  deleted: Default<boolean>
  search: Default<string>
  rank_words: GeneratedAlways<string>
  search_form: Default<number>
  created_at: At
  updated_at: At
}
