import { activityTypes, publicStatuses, trainingStatus } from '../../contract/training/states.ts'

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
/** People come to it, or came: there is an attendance to take. */
export const isHeld = ({ status, enrolNum }: { status: number; enrolNum: number }): boolean =>
  enrolNum > 0 && [enrolling, eventAhead, eventRunning, toEvaluate, ended, delayed].some((code) => code === status)
