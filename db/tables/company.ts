import type { AuthStatus, FactSource, FactValue } from '../../contract/company.ts'
import type { BindingState } from '../../contract/binding.ts'
import type { RelationKind, RelationState } from '../../contract/company/relation-words.ts'
import type { FieldType, FilledBy } from '../../contract/company/expansion.ts'
import type { ColumnType } from 'kysely'
import type { At, Default, Id, Instant, Json, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

export interface CompanyTables {
  company: CompanyTable
  company_fact: CompanyFactTable
  company_facts: CompanyFactsTable
  company_authorization: CompanyAuthorizationTable
  archive_export: ArchiveExportTable
  personal_company: PersonalCompanyTable
  company_code: CompanyCodeTable
  company_relation: CompanyRelationTable
  expansion_table: ExpansionTableTable
  expansion_field: ExpansionFieldTable
  expansion_row: ExpansionRowTable
}

export interface CompanyTable {
  id: Id
  credit_code: string
  name: string
  street_id: Maybe<string>
  street_name: Maybe<string>
  industry: Maybe<string>
  address: Maybe<string>
  registered_date: Maybe<string>
  /** sealed, like the three below (P-03) */
  legal_person: Maybe<string>
  legal_person_index: Maybe<string>
  legal_person_phone: Maybe<string>
  legal_person_phone_index: Maybe<string>
  contact_person: Maybe<string>
  contact_phone: Maybe<string>
  contact_phone_index: Maybe<string>
  auth_status: Default<AuthStatus>
  completeness: Default<number>
  whole_info: Default<boolean>
  version: Default<number>
  created_at: At
  updated_at: At
  business_type: Maybe<string>
  /** source of each of the four sealed values, by its key in the catalogue; without an entry: the register or the company */
  person_origins: ColumnType<Record<string, PersonOrigin>, string | undefined, string>
}
/** one row per export of facts, written once */
export interface ArchiveExportTable {
  id: Id
  at: Instant
  user_id: Maybe<number>
  office_id: Maybe<number>
  purpose: string
  company_ids: number[]
  /** the export whose file contains them */
  task_id: Maybe<string>
}

export interface PersonOrigin {
  source: FactSource
  asOf: string | null
  updatedAt: string
  updatedBy: number | null
}

export interface CompanyFactTable {
  company_id: number
  field_key: string
  value: Json<FactValue>
  source: string
  as_of: Maybe<string>
  updated_at: At
  updated_by: Maybe<number>
}

export interface CompanyFactsTable {
  company_id: number
  facts: Json<Record<string, FactValue>>
  authorized: Default<boolean>
  updated_at: At
}

export interface CompanyAuthorizationTable {
  id: Id
  company_id: number
  auth_status: '01' | '02'
  text_version: string
  at: At
  user_id: Maybe<number>
  account: string
  channel: string
  ip: Maybe<string>
}

export interface PersonalCompanyTable {
  id: Id
  user_id: number
  company_id: number
  position: string
  state: Default<BindingState>
  version: Default<number>
  opinion: Maybe<string>
  examine_user_id: Maybe<number>
  examined_at: MaybeAt
  ended_at: MaybeAt
  created_at: At
  updated_at: At
}

export interface ExpansionTableTable {
  id: Id
  name: string
  note: Default<string>
  business_type: Default<string>
  filled_by: Default<FilledBy>
  multi_row: Default<boolean>
  enabled: Default<boolean>
  sort: Default<number>
  version: Default<number>
  created_at: At
  updated_at: At
  updated_by: Maybe<number>
}

export interface ExpansionFieldTable {
  id: Id
  table_id: number
  field_key: string
  name: string
  field_type: FieldType
  required: Default<boolean>
  is_key: Default<boolean>
  personal: Default<boolean>
  dict_type: Maybe<string>
  options: MaybeJson<{ label: string; value: string }[]>
  unit: Maybe<string>
  min: Maybe<number>
  max: Maybe<number>
  max_length: Maybe<number>
  hint: Default<string>
  enabled: Default<boolean>
  sort: Default<number>
}

export interface ExpansionRowTable {
  id: Id
  table_id: number
  company_id: number
  row_key: string
  values: Json<Record<string, FactValue>>
  /** source and date (ISO) by field key */
  origins: Json<Record<string, [source: string, date: string]>>
  source: string
  version: Default<number>
  created_at: At
  updated_at: At
  updated_by: Maybe<number>
}

export interface CompanyCodeTable {
  id: Id
  company_id: number
  /** content of the QR code */
  token: string
  enabled: Default<boolean>
  issued_at: Instant
  refreshed_at: Instant
  version: Default<number>
}

/** one relation of two companies, from the side of the one for which it was entered */
export interface CompanyRelationTable {
  id: Id
  company_id: number
  other_code: string
  other_name: string
  /** both credit codes, sorted */
  pair: string
  kind: RelationKind
  /** per cent */
  share: Maybe<number>
  since: string
  until: Maybe<string>
  source: 'company' | 'staff'
  evidence: Maybe<string>
  state: Default<RelationState>
  opinion: Maybe<string>
  decided_as: Maybe<'company' | 'staff'>
  decided_at: MaybeAt
  entered_by: Maybe<number>
  version: Default<number>
  created_at: Instant
  updated_at: At
}
