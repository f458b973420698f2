import type { ColumnType } from 'kysely'
import type { At, Default, Id, Json, Maybe, MaybeAt } from '../columns.ts'
import type { PolicyOrigin, PolicyState } from '../../contract/policy/codes.ts'
import type { PolicyRule } from '../../contract/policy/market.ts'

export interface PolicyTables {
  policy_department: PolicyDepartmentTable
  policy: PolicyTable
  policy_version: PolicyVersionTable
  policy_material: PolicyMaterialTable
  policy_counter: PolicyCounterTable
  policy_view: PolicyViewTable
  policy_consult: PolicyConsultTable
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
  /** 分; the most one company can get */
  max_amount: Maybe<number>
  process: Json<{ title: string; text: string }[]>
  attachments: ColumnType<{ fileId: string; fileName: string; size: number }[], string | undefined, string>
  superseded_by: Maybe<string>
  review_opinion: Maybe<string>
  search: string
  view_num: Default<number>
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
  seen_at: At
}

export interface PolicyConsultTable {
  id: Id
  policy_id: number
  user_id: number
  user_name: string
  company_id: Maybe<number>
  content: string
  state: Default<number>
  reply: Maybe<string>
  reply_user_id: Maybe<number>
  reply_user_name: Maybe<string>
  reply_at: MaybeAt
  created_at: At
}
