import type { DictColor } from '../../contract/dictionary.ts'
import type { At, Default, Id, Instant, Json, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

export interface KernelTables {
  audit_log: AuditLogTable
  outbox: OutboxTable
  task: TaskTable
  file: FileTable
  dict_type: DictTypeTable
  dict_value: DictValueTable
  visit_page: VisitPage
  visit_log: VisitLogTable
  business_log: BusinessLogTable
  idempotency_key: IdempotencyKeyTable
  rate_limit: RateLimitTable
  holiday: HolidayTable
  flow_log: FlowLogTable
  row_change: RowChangeTable
  numbering: { prefix: string; day: string; last: number }
}

/** One move of one row along its flow (server/kernel/flow.ts). States are text, because some flows number theirs. */
export interface FlowLogTable {
  id: Id
  flow: string
  row_id: number
  move: string
  /** null: the move created the row */
  from_state: Maybe<string>
  /** null: the move deleted the row */
  to_state: Maybe<string>
  /** version of the row that the user saw */
  row_version: number
  /** null: the system */
  actor_id: Maybe<number>
  actor_name: string
  reason: Maybe<string>
  payload: MaybeJson<object>
  at: Instant
}

/** A change that can be taken back (server/kernel/way-back.ts). */
export interface RowChangeTable {
  id: Id
  kind: string
  row_id: number
  name: string
  /** null: the change added the row */
  before: MaybeJson<Record<string, unknown>>
  /** null: the change deleted the row */
  after: MaybeJson<Record<string, unknown>>
  changed_by: Maybe<number>
  changed_by_name: string
  changed_at: Instant
  undone_at: MaybeAt
}

export interface AuditLogTable {
  id: Id
  at: At
  actor_id: Maybe<number>
  actor_type: string
  actor_role: Maybe<string>
  ip: Maybe<string>
  action: string
  object_type: Maybe<string>
  object_id: Maybe<string>
  result: 'ok' | 'refused' | 'failed'
  request_id: Maybe<string>
  detail: MaybeJson<Record<string, unknown>>
  mac: string
  seal_no: Maybe<number>
  prev_seal: Maybe<string>
  seal: Maybe<string>
}

export interface OutboxTable {
  id: Id
  kind: string
  key: string
  payload: Json<Record<string, unknown>>
  state: Default<'pending' | 'sent' | 'done' | 'dead'>
  attempts: Default<number>
  run_after: At
  last_error: Maybe<string>
  created_at: At
  done_at: MaybeAt
}

export interface TaskTable {
  id: Default<string>
  kind: string
  key: Maybe<string>
  owner_id: Maybe<number>
  state: Default<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  done: Default<number>
  total: Maybe<number>
  message: Maybe<string>
  cancel_requested: Default<boolean>
  params: MaybeJson<Record<string, unknown>>
  result: MaybeJson<Record<string, unknown>>
  created_at: At
  updated_at: At
  finished_at: MaybeAt
}

export interface FileTable {
  key: string
  name: string
  size: number
  mime: string
  sha256: string
  owner_id: Maybe<number>
  biz_type: Maybe<string>
  object_type: Maybe<string>
  object_id: Maybe<string>
  visibility: Default<'private' | 'public'>
  scan_state: Default<'pending' | 'clean' | 'infected' | 'skipped'>
  created_at: At
  /** the last day on which the paper in it is valid, if known */
  valid_until: Maybe<string>
}

export interface DictTypeTable {
  id: Id
  code: string
  name: string
  enabled: Default<boolean>
  remark: Default<string>
  /** built-in: its code never changes and it cannot be deleted */
  built_in: Default<boolean>
  version: Default<number>
}

export interface DictValueTable {
  id: Id
  dict_type: string
  value: string
  label: string
  parent: Maybe<string>
  sort: Default<number>
  enabled: Default<boolean>
  remark: Default<string>
  built_in: Default<boolean>
  version: Default<number>
  color: Default<DictColor>
}

export interface VisitLogTable {
  id: Id
  at: At
  user_id: Maybe<number>
  user_type: Maybe<string>
  router_name: string
  page_title: Maybe<string>
  ip: Maybe<string>
  request_id: Maybe<string>
}

export interface BusinessLogTable {
  id: Id
  at: At
  user_id: Maybe<number>
  user_type: Maybe<string>
  kind: string
  object_type: Maybe<string>
  object_id: Maybe<string>
  detail: MaybeJson<Record<string, unknown>>
  ip: Maybe<string>
}

export interface IdempotencyKeyTable {
  actor: string
  endpoint: string
  key: string
  request_hash: string
  state: Default<'running' | 'done'>
  response: MaybeJson<unknown>
  created_at: At
  expires_at: string | Date
}

export interface RateLimitTable {
  key: string
  points: Default<number>
  expire: Maybe<number>
}

export interface HolidayTable {
  day: string
  kind: 'off' | 'work'
  name: Maybe<string>
}

/** Each page of the visit log once. */
interface VisitPage {
  router_name: string
  page_title: string
}
