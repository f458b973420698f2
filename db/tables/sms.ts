import type { SmsAudience, SmsDryRun } from '../../contract/sms/sends.ts'
import type { SmsLimits } from '../../contract/sms/limits.ts'
import type { SmsPurpose } from '../../contract/sms/states.ts'
import type { At, Default, Id, Instant, Json, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

/** `companyId`: whose text it is; absent in dry runs of before */
export type StoredDryRun = Omit<SmsDryRun, 'longest'> & {
  longest: (SmsDryRun['longest'][number] & { companyId?: number | null })[]
}

export interface SmsTables {
  sms_template: SmsTemplateTable
  sms_send: SmsSendTable
  sms_message: SmsMessageTable
  sms_person: SmsPersonTable
  sms_choice: SmsChoiceTable
  sms_limit: SmsLimitTable
}

export interface SmsTemplateTable {
  id: Id
  version: Default<number>
  state: Default<number>
  name: string
  purpose: SmsPurpose
  content: string
  /** code of this template at each provider that only sends templates */
  aliyun_code: Default<string>
  tencent_code: Default<string>
  /** the template that this one replaces on approval */
  replaces_id: Maybe<number>
  /** it was replaced */
  replaced: Default<boolean>
  created_by: Maybe<number>
  created_by_name: string
  reviewed_by: Maybe<number>
  reviewed_by_name: Maybe<string>
  review_opinion: Maybe<string>
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface SmsSendTable {
  id: Id
  version: Default<number>
  state: Default<number>
  name: string
  template_id: number
  purpose: SmsPurpose
  /** text of the template when this send was saved */
  content: string
  values: Json<Record<string, string>>
  audience: Json<Omit<SmsAudience, 'persons'>>
  /** JSON of the typed numbers and names */
  persons_sealed: string
  plan_at: MaybeAt
  /** signature at the dry run */
  sign: Maybe<string>
  /** result of freezing the recipients; its hash is in the next column */
  dry_run: MaybeJson<StoredDryRun>
  frozen_hash: Maybe<string>
  total_num: Default<number>
  success_num: Default<number>
  fail_num: Default<number>
  unknown_num: Default<number>
  skip_num: Default<number>
  created_by: Maybe<number>
  created_by_name: string
  changed_by: Maybe<number>
  reviewed_by: Maybe<number>
  reviewed_by_name: Maybe<string>
  review_opinion: Maybe<string>
  begun_at: MaybeAt
  ended_at: MaybeAt
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface SmsMessageTable {
  id: Id
  send_id: number
  company_id: Maybe<number>
  name_sealed: string
  phone_sealed: string
  phone_index: string
  /** name of the company at the dry run, in whose text it stands */
  company_name: Maybe<string>
  /** JSON of the text and the values of its placeholders, for messages from before migration 0964; null: written from the send */
  content_sealed: Maybe<string>
  segments: number
  state: Default<number>
  reason: Maybe<string>
  /** our serial at the provider, which sends a message once per serial */
  serial: string
  provider: Maybe<string>
  provider_serial: Maybe<string>
  /** a process has claimed it for sending since then */
  claimed_at: MaybeAt
  submitted_at: MaybeAt
  settled_at: MaybeAt
  created_at: At
}

/** A recipient of a send from a sheet. */
export interface SmsPersonTable {
  id: Id
  send_id: number
  phone_sealed: string
  phone_index: string
  name_sealed: string
}

/** The choice of the owner of a number; without a row: 通知, but no 推广. */
export interface SmsChoiceTable {
  id: Id
  phone_sealed: string
  phone_index: string
  notice: Default<boolean>
  promotion: Default<boolean>
  source: 'self' | 'staff' | 'reply'
  updated_by: Maybe<number>
  updated_at: At
}

/** One row, or none: then the limits are those of the environment. */
export interface SmsLimitTable {
  id: Default<number>
  version: Default<number>
  limits: Json<SmsLimits>
  updated_by: Maybe<number>
  updated_by_name: string
  updated_at: Instant
}
