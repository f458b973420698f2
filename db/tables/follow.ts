import type { SearchWish } from '../../contract/policy/follow.ts'
import type { ClosingDays, DigestFrequency } from '../../contract/policy/follow-codes.ts'
import type { At, Default, Id, Instant, Json } from '../columns.ts'

export interface FollowTables {
  policy_favourite: PolicyFavouriteTable
  policy_evaluation: PolicyEvaluationTable
  policy_label_subscription: PolicyLabelSubscriptionTable
  policy_subscription: PolicySubscriptionTable
  policy_follow_setting: PolicyFollowSettingTable
  policy_digest: PolicyDigestTable
  policy_calendar: PolicyCalendarTable
}
export interface PolicyFavouriteTable {
  user_id: number
  policy_id: number
  created_at: At
}
export interface PolicyEvaluationTable {
  id: Id
  user_id: number
  policy_id: number
  score: number
  content: Default<string>
  created_at: At
}
export interface PolicyLabelSubscriptionTable {
  user_id: number
  label_id: number
}
export interface PolicySubscriptionTable {
  id: Id
  user_id: number
  name: string
  wish: Json<SearchWish>
  created_at: At
}
export interface PolicyFollowSettingTable {
  user_id: number
  frequency: DigestFrequency
  closing_days: ClosingDays[]
  changes: boolean
  updated_at: At
}
/** Until when a user has been notified of new policies. */
export interface PolicyDigestTable {
  user_id: number
  sent_at: Instant
}
export interface PolicyCalendarTable {
  user_id: number
  /** the key itself is not stored */
  key_hash: string
  created_at: At
}
