import { codes } from '../codes.ts'
import { messages } from '../messages.ts'

/**
 * Labels of training. No schemas, because the browser imports this file. The thirteen statuses of plans and activities (spec §4 L86); none
 * is stored.
 */
export const trainingStatus = codes({
  notStarted: { code: 1, label: messages.statusNotStarted, tone: 'waiting' },
  unpublished: { code: 2, label: messages.statusUnpublished, tone: 'off' },
  running: { code: 3, label: messages.statusRunning, tone: 'running' },
  ended: { code: 4, label: messages.statusEnded, tone: 'off' },
  delayed: { code: 5, label: messages.statusDelayed, tone: 'urgent' },
  enrolmentAhead: { code: 6, label: messages.statusWaitingEnrol, tone: 'waiting' },
  enrolling: { code: 7, label: messages.statusEnrolling, tone: 'running' },
  eventAhead: { code: 8, label: messages.statusWaitingEvent, tone: 'waiting' },
  eventRunning: { code: 9, label: messages.statusEventRunning, tone: 'running' },
  toEvaluate: { code: 10, label: messages.statusWaitingEvaluation, tone: 'waiting' },
  refused: { code: 11, label: messages.statusReviewFailed, tone: 'refused' },
  cancelled: { code: 12, label: messages.statusCancelled, tone: 'off' },
  pending: { code: 13, label: messages.statusWaitingReview, tone: 'waiting' },
})
/** The filter “方式” of activities; the codes are those of the field `online`. */
export const onlineOptions = [
  { value: '0', label: '线下' },
  { value: '1', label: '线上' },
]
export type TrainingStatus = keyof typeof trainingStatus.labels

/** The stored state of an activity, set by decisions. The status also depends on the clock (status.ts). */
export const activityFacts = codes({
  draft: { code: 0, label: messages.statusUnpublished, tone: 'off' },
  submitted: { code: 1, label: messages.statusWaitingReview, tone: 'waiting' },
  passed: { code: 2, label: '已公开', tone: 'done' },
  refused: { code: 3, label: messages.statusReviewFailed, tone: 'refused' },
  cancelled: { code: 4, label: messages.statusCancelled, tone: 'off' },
})
export type ActivityFact = keyof typeof activityFacts.labels
export const activityMoves = ['edit', 'submit', 'withdraw', 'publish', 'approve', 'reject', 'delay', 'cancel', 'delete'] as const
export type ActivityMove = (typeof activityMoves)[number]

export const planFacts = codes({
  draft: { code: 0, label: messages.statusUnpublished, tone: 'off' },
  released: { code: 1, label: '已下达', tone: 'done' },
})
export type PlanFact = keyof typeof planFacts.labels
export const planMoves = ['edit', 'release', 'shelf', 'delay', 'delete'] as const
export type PlanMove = (typeof planMoves)[number]

export const enrolStates = codes({
  enrolled: { code: 0, label: '已报名', tone: 'running' },
  attended: { code: 1, label: '已签到', tone: 'done' },
  cancelled: { code: 2, label: '已取消', tone: 'off' },
})

export const certificateStates = codes({
  valid: { code: 1, label: '有效', tone: 'done' },
  revoked: { code: 2, label: '已撤销', tone: 'refused' },
  replaced: { code: 3, label: '已换发', tone: 'off' },
})

export const activityTypes = ['培训', '沙龙', '讲座', '路演', '对接会'] as const
/** Statuses of public activities. */
export const publicStatuses = (
  ['delayed', 'enrolmentAhead', 'enrolling', 'eventAhead', 'eventRunning', 'toEvaluate', 'ended', 'cancelled'] as const
).map((key) => trainingStatus.code[key])
export const TITLE_MAX = 100
export const SUMMARY_MAX = 300
export const CONTENT_MAX = 200_000
export const REASON_MAX = 300
/** parts of a programme */
export const AGENDA_MAX = 40
/** Days for the evaluation. */
export const EVALUATION_DAYS = 15
/** Participants of one company, unless the activity sets another number. */
export const PER_COMPANY = 3
/** A person who missed this many activities in this many months without cancelling waits behind the others. */
export const MISSED_TIMES = 2
export const MISSED_MONTHS = 12
/** Hours before the start until which a free seat goes automatically to the waiting list. */
export const PROMOTION_HOURS = 2

/** Reports and live sessions: published or not; whether a live session is running depends on the clock. */
export const infoFacts = codes({
  draft: { code: 0, label: messages.statusUnpublished, tone: 'off' },
  published: { code: 1, label: '已发布', tone: 'done' },
})
export type InfoFact = keyof typeof infoFacts.labels
export const infoMoves = ['edit', 'publish', 'offPublish', 'delete'] as const
export type InfoMove = (typeof infoMoves)[number]
export const infoKinds = ['培训', '宣传', '直播'] as const
/** Minutes before the start from which the address of a live session is shown. */
export const LIVE_AHEAD_MINUTES = 10
/** the most files that participants of an activity can download */
export const MATERIALS_MAX = 10
