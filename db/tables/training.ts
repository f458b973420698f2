import type { ColumnType, GeneratedAlways } from 'kysely'
import type { StoredAttachment } from './content.ts'
import type { AgendaRow } from '../../contract/training/activity.ts'
import type { StoredQuestion } from '../../contract/training/questions.ts'
import type { ContactUnit } from '../../contract/units.ts'
import type { At, Default, Id, Instant, Maybe, MaybeAt } from '../columns.ts'

export interface TrainingTables {
  train_plan: TrainPlanTable
  train_activity: TrainActivityTable
  train_enrol: TrainEnrolTable
  train_info: TrainInfoTable
  train_info_view: { info_id: number; view_num: number }
  train_info_view_mark: { info_id: number; visitor: string; seen_at: Instant }
  train_live: TrainLiveTable
  train_certificate: TrainCertificateTable
  train_invite: TrainStandingTable
  train_effect: TrainStandingTable
}

export interface TrainInfoTable {
  id: Id
  version: Default<number>
  state: Default<number>
  title: string
  kind: string
  summary: Default<string>
  content: string
  cover: Maybe<string>
  cover_alt: Default<string>
  /** pinned since */
  top_at: MaybeAt
  view_num: Default<number>
  publish_time: MaybeAt
  search: Default<string>
  rank_words: GeneratedAlways<string>
  search_form: Default<number>
  created_by: Maybe<number>
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface TrainLiveTable {
  id: Id
  version: Default<number>
  state: Default<number>
  title: string
  cover: Maybe<string>
  cover_alt: Default<string>
  url: string
  replay_url: Maybe<string>
  start_at: Instant
  end_at: Instant
  created_by: Maybe<number>
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface TrainPlanTable {
  id: Id
  version: Default<number>
  state: Default<number>
  plan_no: string
  title: string
  year: number
  office_id: Maybe<number>
  start_at: Instant
  end_at: Instant
  target: Default<string>
  /** 分 */
  budget: Maybe<number>
  shelf_flag: Default<boolean>
  /** the start before a delay */
  delayed_from: MaybeAt
  delay_reason: Maybe<string>
  created_by: Maybe<number>
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface TrainActivityTable {
  id: Id
  version: Default<number>
  state: Default<number>
  plan_id: Maybe<number>
  title: string
  type: string
  summary: Default<string>
  content: Default<string>
  cover: Maybe<string>
  cover_alt: Default<string>
  enrol_start: Instant
  enrol_end: Instant
  start_at: Instant
  end_at: Instant
  delayed_from: MaybeAt
  /** why it was delayed or cancelled */
  reason: Maybe<string>
  place: Default<string>
  /** the place without spaces, in small letters */
  place_key: GeneratedAlways<string>
  /** code in the dictionary region */
  street_id: Maybe<string>
  /** position of the place, in CGCS2000 */
  lng: Maybe<number>
  lat: Maybe<number>
  agenda: ColumnType<AgendaRow[], string | undefined, string>
  /** files that everybody may download who may read the activity */
  attachments: ColumnType<StoredAttachment[], string | undefined, string>
  online: Default<boolean>
  live_url: Maybe<string>
  max_num: number
  wait_list: Default<boolean>
  per_company: Default<number>
  units: ColumnType<ContactUnit[], string | undefined, string>
  /** questions that everybody who enrols answers */
  questions: ColumnType<StoredQuestion[], string | undefined, string>
  /**
   * seats taken, places on the waiting list, attendances, evaluations and the sum of their scores; updated with each change under the lock
   * of the row
   */
  enrol_num: Default<number>
  wait_num: Default<number>
  attend_num: Default<number>
  evaluate_num: Default<number>
  score_sum: Default<number>
  /** hours before the start of the last reminder */
  reminded: Maybe<number>
  /** the policy of the activity */
  policy_id: Maybe<number>
  /** when the verdicts of the companies were stored */
  effect_at: MaybeAt
  /** first publication; null: never public */
  published_at: MaybeAt
  publish_time: GeneratedAlways<string | null>
  search: Default<string>
  rank_words: GeneratedAlways<string>
  search_form: Default<number>
  review_opinion: Maybe<string>
  company_id: Maybe<number>
  created_by: Maybe<number>
  submitted_by: Maybe<number>
  reviewed_by: Maybe<number>
  deleted: Default<boolean>
  created_at: At
  updated_at: At
}

export interface TrainEnrolTable {
  id: Id
  activity_id: number
  user_id: Maybe<number>
  company_id: Maybe<number>
  /** sealed */
  contact: string
  phone: string
  phone_index: string
  /** encrypted questions and answers as JSON; null when there are none */
  answers: Maybe<string>
  state: Default<number>
  /** 1, 2, 3 … in the order of enrolment; null: has a seat */
  wait_no: Maybe<number>
  /** starts of the missed activities, when they are enough to wait behind the others */
  missed: ColumnType<string[], string[] | undefined, string[]>
  checked_at: MaybeAt
  checked_by: Maybe<number>
  score: Maybe<number>
  evaluate_content: Maybe<string>
  evaluated_at: MaybeAt
  created_at: At
}

/** The printed facts of a certificate; a change is a new certificate. */
export interface TrainCertificateTable {
  id: Id
  activity_id: number
  enrol_id: number
  user_id: Maybe<number>
  company_id: Maybe<number>
  number: string
  /** 128 random bits, in the QR code */
  code: string
  /** sealed */
  contact: string
  company_name: Maybe<string>
  title: string
  type: string
  host: string
  start_at: Instant
  end_at: Instant
  place: string
  half_hours: number
  issued_at: Instant
  issued_by: Maybe<number>
  revoked_at: MaybeAt
  revoked_by: Maybe<number>
  revoke_reason: Maybe<string>
  /** the certificate that replaced it */
  next_id: Maybe<number>
}

/** The verdict of a company for the policy of an activity, at the invitation or at the end of enrolment. */
export interface TrainStandingTable {
  activity_id: number
  company_id: number
  verdict: string
  at: Instant
}
