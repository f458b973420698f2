import { localMinute } from '../kit/date/local-time.ts'
import { MISSED_MONTHS, activityTypes, publicStatuses, trainingStatus } from '../../contract/training/states.ts'

export const ACTIVITIES = 'trainActivities'
export const PLANS = 'trainPlans'
export const INVOLVED = 'trainInvolved'
const { unpublished, pending, refused } = trainingStatus.code
export const typeOptions = activityTypes.map((type) => ({ value: type, label: type }))
export const statusOptions = [unpublished, pending, refused, ...publicStatuses].map((code) => ({
  value: String(code),
  label: trainingStatus.labels[code],
}))
export const planStatusOptions = ([1, 2, 3, 4, 5] as const).map((code) => ({ value: String(code), label: trainingStatus.labels[code] }))
/** Whether the public may read an activity in this state. */
export const isPublicStatus = (status: number): boolean => publicStatuses.some((code) => code === status)
const { enrolling, eventAhead, eventRunning, toEvaluate, ended, delayed } = trainingStatus.code
/** The time after the end in which attendance can still be corrected. */
const LATE_MS = 7 * 86_400_000
/** Whether an activity has a roster to manage: it has enrolments, was not cancelled, and ended less than LATE_MS ago, if at all. */
export const isHeld = ({ status, enrolNum, endTime }: { status: number; enrolNum: number; endTime: string }): boolean =>
  enrolNum > 0
  && Date.now() < Date.parse(endTime) + LATE_MS
  && [enrolling, eventAhead, eventRunning, toEvaluate, ended, delayed].some((code) => code === status)
/** Whether the activity was held, so that certificates can be issued. */
export const isOver = ({ status }: { status: number }): boolean => status === toEvaluate || status === ended
/** The reason why a person is behind later ones on the waiting list. */
export const missedText = (missed: readonly string[]): string =>
  `近 ${MISSED_MONTHS} 个月里 ${missed.map((at) => localMinute(at).slice(0, 10)).join('、')} 的活动有名额而没有到场、也没有取消，候补排在其他人之后`
