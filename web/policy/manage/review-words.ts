import { useCan } from '../../session.ts'
import { useSite } from '../../shell/root-data.ts'

/** The decisions of a review, with the same words for one and for many. */
export const reviewMoves = {
  approve: { label: '审核通过', effect: '通过后立即上架并参与匹配；设了上架时间的到时自动上架。' },
  reject: {
    label: '退回修改',
    danger: true,
    reason: true,
    effect: '退回后由编辑修改，再次提交。',
    phrases: ['正文与条件不一致', '扶持标准缺少依据', '申报时间有误', '附件不全'],
  },
} as const

/** Whether the user publishes directly: no review is required (ADR 0042) and the user may publish. */
export function usePublishesAtOnce(): boolean {
  const { policyReview } = useSite()
  const can = useCan()
  return !policyReview && can('policy:publish')
}
