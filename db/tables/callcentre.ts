import type { AgentState, CallDirection, CallEvent, CallResult } from '../../contract/callcentre/states.ts'
import type { At, Default, Id, Instant, Maybe, MaybeAt } from '../columns.ts'

export interface CallTables {
  call_record: CallRecordTable
  call_event: { record_id: number; event: CallEvent; at: Instant; received_at: At }
  call_agent: CallAgentTable
  call_callback: CallCallbackTable
  call_script: { id: Id; section: string; ask: string; say: string; sort: Default<number> }
}

export interface CallRecordTable {
  id: Id
  version: Default<number>
  state: Default<number>
  /** id of the telephone system; null: entered by hand */
  call_key: Maybe<string>
  direction: CallDirection
  phone_sealed: string
  phone_index: string
  contact_sealed: Maybe<string>
  company_id: Maybe<number>
  agent_id: Maybe<number>
  extension: Maybe<string>
  start_time: Instant
  answer_time: MaybeAt
  end_time: MaybeAt
  content: Default<string>
  type_id: Maybe<number>
  result: Maybe<CallResult>
  /** turned into an appeal or handed to an office */
  report_flag: Default<boolean>
  appeal_id: Maybe<number>
  office_id: Maybe<number>
  /** words of content and company */
  search: Default<string>
  registered_at: MaybeAt
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface CallAgentTable {
  user_id: number
  state: Default<AgentState>
  extension: Maybe<string>
  since: Instant
}

/** A promised callback. */
export interface CallCallbackTable {
  id: Id
  version: Default<number>
  state: Default<number>
  /** the missed call, or the one in which the callback was agreed */
  record_id: number
  /** true: agreed on the phone; false: missed call */
  agreed: Default<boolean>
  phone_sealed: string
  phone_index: string
  company_id: Maybe<number>
  due_at: Instant
  taken_by: Maybe<number>
  taken_at: MaybeAt
  done_at: MaybeAt
  done_record_id: Maybe<number>
  note: Default<string>
  created_at: At
  updated_at: At
}
