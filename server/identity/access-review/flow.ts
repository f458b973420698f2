import { reviewCodes, type ReviewState } from '../../../contract/identity/access-review.ts'
import { flow, type Standing } from '../../kernel/flow.ts'

export interface ReviewStanding extends Standing {
  state: ReviewState
  user_id: number
  role_id: number
  granted_by: number | null
  /** who made it as it is held now; empty: whoever granted it */
  makers: number[]
  exclusive_group: string | null
}
const { waiting, kept, revoked, gone } = reviewCodes.code

/** An officer who did not make the grant (ADR 0713, C-06) decides whether a role stays; a role that was revoked meanwhile needs no decision. */
export const reviewFlow = flow<'access_review_row', ReviewStanding, 'keep' | 'revoke' | 'lapse'>({
  name: 'accessReview',
  table: 'access_review_row',
  thing: '授权',
  labels: reviewCodes.labels,
  first: [waiting],
  final: [kept, revoked, gone],
  makers: (row) => [...(row.makers.length > 0 ? row.makers : [row.granted_by]), row.user_id],
  about: (row) => ({ action: 'accessReview', objectType: 'user', objectId: row.user_id }),
  steps: [
    { from: [waiting], move: 'keep', to: kept, who: 'role:manage', name: '保留', own: 'never' },
    {
      from: [waiting],
      move: 'revoke',
      to: revoked,
      who: 'role:manage',
      name: '收回',
      own: 'never',
      reason: { field: 'reason', ask: '请填写收回的原因' },
      when: (row) => row.exclusive_group === null || '系统、安全、审计管理员的任免须在服务器上办理，这里不能收回',
    },
    { from: [waiting], move: 'lapse', to: gone, who: 'system', name: '标为已不持有' },
  ],
})
