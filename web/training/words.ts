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
/** Everybody may read it under this status. */
export const isPublicStatus = (status: number): boolean => publicStatuses.some((code) => code === status)
const { enrolling, eventAhead, eventRunning, toEvaluate, ended, delayed } = trainingStatus.code
/** So long after the end an attendance may still be set right. */
const LATE_MS = 7 * 86_400_000
/** People come to it, or came a short while ago: there is an attendance to take. */
export const isHeld = ({ status, enrolNum, endTime }: { status: number; enrolNum: number; endTime: string }): boolean =>
  enrolNum > 0
  && Date.now() < Date.parse(endTime) + LATE_MS
  && [enrolling, eventAhead, eventRunning, toEvaluate, ended, delayed].some((code) => code === status)
/** It was held: those who came may have a certificate. */
export const isOver = ({ status }: { status: number }): boolean => status === toEvaluate || status === ended
/** Why somebody waits behind those who came later. */
export const missedText = (missed: readonly string[]): string =>
  `近 ${MISSED_MONTHS} 个月里 ${missed.map((at) => localMinute(at).slice(0, 10)).join('、')} 的活动有名额而没有到场、也没有取消，候补排在其他人之后`
