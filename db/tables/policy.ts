import type { ColumnType } from 'kysely'
import type { At, Default, Id, Instant, Json, Maybe, MaybeAt, MaybeJson } from '../columns.ts'
import type { ProposalKind, ProposalState } from '../../contract/policy/proposal-codes.ts'
import type { DocumentState, PolicyOrigin, PolicyState } from '../../contract/policy/codes.ts'
import type { HomeType } from '../../contract/policy/home.ts'
import type { PolicyRule } from '../../contract/policy/market.ts'
import type { ContactUnit, IssuingUnit } from '../../contract/units.ts'

export interface PolicyTables {
  policy_department: PolicyDepartmentTable
  policy: PolicyTable
  policy_version: PolicyVersionTable
  policy_material: PolicyMaterialTable
  policy_counter: PolicyCounterTable
  policy_view: PolicyViewTable
  policy_consult: PolicyConsultTable
  policy_label: PolicyLabelTable
  policy_label_of: PolicyLabelOfTable
  policy_document: PolicyDocumentTable
  carousel: CarouselTable
  policy_home_value: PolicyHomeValueTable
  policy_unit_number: PolicyUnitNumberTable
  policy_link_check: PolicyLinkCheckTable
  policy_proposal: PolicyProposalTable
}

export interface PolicyDepartmentTable {
  id: Id
  name: string
  sort: Default<number>
}

export interface PolicyTable {
  id: Id
  code: string
  title: string
  doc_no: Maybe<string>
  dep_name: string
  dep_ids: number[]
  level: string
  /** place of application, without trailing zeros (contract/place.ts); null = the whole country */
  area_code: Maybe<string>
  area_name: Maybe<string>
  support_modes: string[]
  industries: string[]
  summary: string
  content: string
  period: Maybe<string>
  apply_from: Maybe<string>
  apply_to: Maybe<string>
  state: Default<PolicyState>
  publish_time: MaybeAt
  url_type: Default<number>
  apply_url: Maybe<string>
  top: Default<boolean>
  origin: Default<PolicyOrigin>
  sources: Json<string[]>
  source_note: Maybe<string>
  /** 分; the most that one company can get */
  max_amount: Maybe<number>
  process: Json<{ title: string; text: string }[]>
  issuing_units: ColumnType<IssuingUnit[], string | undefined, string>
  contact_units: ColumnType<ContactUnit[], string | undefined, string>
  attachments: ColumnType<{ fileId: string; fileName: string; size: number }[], string | undefined, string>
  superseded_by: Maybe<string>
  /** repealed from this day on */
  repealed_on: Maybe<string>
  repealed_by: Maybe<number>
  repeal_basis: Maybe<string>
  review_opinion: Maybe<string>
  search: string
  search_form: Default<number>
  view_num: Default<number>
  /** among policies of the same pin level, higher first */
  sort: Default<number>
  publish_at: MaybeAt
  take_down_at: MaybeAt
  submitted_by: Maybe<number>
  submitted_by_name: Maybe<string>
  submitted_at: MaybeAt
  reviewed_by: Maybe<number>
  reviewed_by_name: Maybe<string>
  reviewed_at: MaybeAt
  version: Default<number>
  deleted: Default<boolean>
  created_at: At
  created_by: Maybe<number>
  updated_at: At
  updated_by: Maybe<number>
}

export interface PolicyVersionTable {
  policy_id: number
  number: number
  effective_from: Maybe<string>
  effective_to: Maybe<string>
  rule: Json<PolicyRule>
  title: string
  summary: string
  content: string
  period: Maybe<string>
  author_id: Maybe<number>
  author_name: Maybe<string>
  note: Maybe<string>
  created_at: At
  /** PolicyFacts, once there is a later version */
  facts: MaybeJson<unknown>
}

export interface PolicyMaterialTable {
  policy_id: number
  sort: number
  name: string
  required: Default<boolean>
  note: Maybe<string>
}

export interface PolicyCounterTable {
  policy_id: number
  view_num: Default<number>
}

export interface PolicyViewTable {
  policy_id: number
  visitor: string
  seen_at: Instant
}

export interface PolicyConsultTable {
  id: Id
  policy_id: number
  user_id: number
  user_name: string
  company_id: Maybe<number>
  content: string
  state: Default<number>
  version: Default<number>
  reply: Maybe<string>
  reply_user_id: Maybe<number>
  reply_user_name: Maybe<string>
  reply_at: MaybeAt
  passed_to: Maybe<number>
  passed_to_name: Maybe<string>
  passed_by: Maybe<number>
  passed_by_name: Maybe<string>
  pass_note: Maybe<string>
  created_at: At
  updated_at: At
}

export interface PolicyLabelTable {
  id: Id
  parent_id: Maybe<number>
  name: string
  enabled: Default<boolean>
  sort: Default<number>
  description: Maybe<string>
  tag_ids: Default<number[]>
  version: Default<number>
  created_at: At
  updated_at: At
}

export interface PolicyLabelOfTable {
  policy_id: number
  label_id: number
}

export interface PolicyDocumentTable {
  id: Id
  policy_id: Maybe<number>
  file_key: string
  file_name: string
  policy_title: string
  doc_no: Maybe<string>
  publish_date: Maybe<string>
  state: Default<DocumentState>
  publish_time: MaybeAt
  submitted_by: Maybe<number>
  review_opinion: Maybe<string>
  version: Default<number>
  deleted: Default<boolean>
  created_at: At
  created_by: Maybe<number>
  updated_at: At
}

export interface CarouselTable {
  id: Id
  title: string
  alt: string
  image_key: string
  url: Maybe<string>
  position: 'home' | 'policy' | 'tech'
  sort: number
  show_from: Maybe<string>
  show_to: Maybe<string>
  state: Default<number>
  publish_time: MaybeAt
  version: Default<number>
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface PolicyHomeValueTable {
  id: Id
  dict_type: HomeType
  code: string
  label: string
  value: string
  sort: Default<number>
  enabled: Default<boolean>
  /** of a word: policies that it found at the last check */
  hits: Maybe<number>
  updated_at: At
}

export interface PolicyUnitNumberTable {
  id: Id
  unit_name: string
  unit_contact: Maybe<string>
  unit_phone: Maybe<string>
  year: number
  planned: Default<number>
  remark: Maybe<string>
  updated_at: At
}

export interface PolicyLinkCheckTable {
  policy_id: number
  target: string
  kind: 'attachment' | 'picture' | 'link'
  ok: boolean
  reason: Maybe<string>
  checked_at: Instant
}

export interface PolicyProposalTable {
  id: Id
  policy_id: number
  kind: ProposalKind
  state: Default<ProposalState>
  version: Default<number>
  content: Json<unknown>
  /** repeal: first day · revision: first day of the new version; null = on approval */
  effective_on: Maybe<string>
  created_by: Maybe<number>
  created_by_name: Maybe<string>
  created_at: At
  updated_at: At
  submitted_by: Maybe<number>
  submitted_by_name: Maybe<string>
  submitted_at: MaybeAt
  reviewed_by: Maybe<number>
  reviewed_by_name: Maybe<string>
  reviewed_at: MaybeAt
  review_opinion: Maybe<string>
}
