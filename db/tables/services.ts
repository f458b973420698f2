import type { AlarmKind } from '../../contract/operations.ts'
import type { NoticeKind } from '../../contract/notice-kinds.ts'
import type { TableSetting } from '../../contract/table-setting.ts'
import type { At, Default, Id, Instant, Json, Maybe, MaybeAt } from '../columns.ts'

export interface ServicesTables {
  alarm: AlarmTable
  audit_head: AuditHeadTable
  audit_released: AuditReleasedTable
  audit_checked: AuditCheckedTable
  feedback: FeedbackTable
  form_draft: FormDraftTable
  job_run: JobRunTable
  notice: NoticeTable
  notice_setting: NoticeSettingTable
  platform_mark: PlatformMarkTable
  process_pulse: ProcessPulseTable
  sms_code: SmsCodeTable
  shared_view: SharedViewTable
  table_setting: TableSettingTable
}

export interface AlarmTable {
  id: Id
  kind: AlarmKind
  /** the object of this kind: a job, a process; empty if there is only one */
  subject: string
  title: string
  opened_at: Instant
  seen_at: Instant
  closed_at: MaybeAt
}

export interface JobRunTable {
  job: string
  started_at: MaybeAt
  ended_at: MaybeAt
  /** error of the last run; null when it succeeded */
  error: Maybe<string>
  failed_at: MaybeAt
  paused: Default<boolean>
  paused_by: Maybe<number>
  paused_at: MaybeAt
}

/** When an occasional operation was last done: backup. */
export interface PlatformMarkTable {
  name: string
  at: Instant
  detail: string
}

export interface ProcessPulseTable {
  id: string
  host: string
  pid: number
  version: string
  started_at: Instant
  at: Instant
  /** of the last minute */
  answers: number
  /** of the last minute, with a status of 500 or more */
  failures: number
  /** of the last minute, refused on purpose under load; not among the failures (ADR 1003) */
  shed: Default<number>
  /** resident bytes */
  memory: number
}

export interface AuditReleasedTable {
  month: string
  first_no: number
  last_no: number
  /** of the last row */
  seal: string
  released_at: Instant
  mac: string
}

/** Up to where the chain was found unchanged (server/kernel/audit/audit-mark.ts). */
export interface AuditCheckedTable {
  one: Default<boolean>
  seal_no: number
  seal: string
  checked_at: Instant
  mac: string
}

export interface AuditHeadTable {
  one: Default<boolean>
  seal_no: number
  seal: string
  mac: string
}

export interface SmsCodeTable {
  /** keyed hash of number, purpose and session */
  key: string
  /** keyed hash of the six digits */
  code: string
  tries: Default<number>
  expires_at: Instant
}

export interface TableSettingTable {
  user_id: number
  table_name: string
  setting: Json<TableSetting>
  updated_at: At
}

/** Filters and order of a list that staff share with a role. */
export interface SharedViewTable {
  id: Id
  role_id: number
  table_name: string
  name: string
  /** the address of the screen with the list */
  page: string
  filters: Json<Record<string, string>>
  sort: Maybe<string>
  shared_by: Maybe<number>
  shared_at: Instant
  version: Default<number>
}

export interface FeedbackTable {
  id: Id
  at: At
  user_id: Maybe<number>
  title: string
  message: string
  other_sealed: string
  name_sealed: string
  phone_sealed: string
  phone_index: string
  ip: Maybe<string>
  /** 0 waits, 1 answered */
  state: Default<number>
  reply: Maybe<string>
  handled_by: Maybe<number>
  handled_by_name: Maybe<string>
  handled_at: MaybeAt
}

export interface FormDraftTable {
  id: Id
  user_id: number
  /** null: not for a company */
  acting_company_id: Maybe<number>
  /** the form and its record: `label:12` */
  form: string
  content_sealed: string
  saved_at: Instant
}

export interface NoticeTable {
  id: Id
  user_id: number
  kind: NoticeKind
  title: string
  body: Default<string>
  link: Maybe<string>
  /** a user gets one notice per key */
  key: Maybe<string>
  /** the open task; null once somebody has done it */
  waits_for: Maybe<string>
  created_at: At
  read_at: MaybeAt
}
export interface NoticeSettingTable {
  user_id: number
  sms_kinds: Default<NoticeKind[]>
  /** kinds that the user has switched off */
  off_kinds: Default<NoticeKind[]>
  updated_at: At
}
