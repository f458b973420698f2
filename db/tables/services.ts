import type { At, Default, Id, Maybe } from '../columns.ts'

export interface ServicesTables {
  audit_head: AuditHeadTable
  feedback: FeedbackTable
}

export interface AuditHeadTable {
  one: Default<boolean>
  seal_no: number
  seal: string
  mac: string
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
}
