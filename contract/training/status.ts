import { activityFacts, EVALUATION_DAYS, planFacts, trainingStatus, type TrainingStatus } from './states.ts'

/** The facts from which the status of an activity follows; times in milliseconds. */
export interface ActivityStanding {
  state: number
  enrolStart: number
  enrolEnd: number
  start: number
  end: number
  /** the start before a delay */
  delayedFrom: number | null
  seats: number
  taken: number
  /** with a waiting list when all seats are taken */
  waitList: boolean
  attended: number
  evaluated: number
}
const { code } = trainingStatus
const facts = activityFacts.code
const EVALUATION_MS = EVALUATION_DAYS * 86_400_000
const stored: Readonly<Record<number, TrainingStatus>> = {
  [facts.draft]: code.unpublished,
  [facts.submitted]: code.pending,
  [facts.refused]: code.refused,
  [facts.cancelled]: code.cancelled,
}

/**
 * The status of an activity at a time, computed only from facts and time (states.tsv S062–S078; the same in SQL:
 * server/training/status-sql.ts). 已延期 lasts until the old start has passed; a full activity without waiting list is 待举办, and enrols again
 * when a seat becomes free; 待评价 ends when all who attended have evaluated, or after fifteen days.
 */
export function activityStatus(a: ActivityStanding, now: number): TrainingStatus {
  const said = stored[a.state]
  if (said !== undefined) return said
  if (a.delayedFrom !== null && now < a.delayedFrom) return code.delayed
  if (now >= a.end) return a.evaluated < a.attended && now < a.end + EVALUATION_MS ? code.toEvaluate : code.ended
  if (now >= a.start) return code.eventRunning
  if (now < a.enrolStart) return code.enrolmentAhead
  return now < a.enrolEnd && (a.waitList || a.taken < a.seats) ? code.enrolling : code.eventAhead
}

/** Whether enrolment is possible now: 报名中, or 已延期 within the new period; and there is a seat or a place on the waiting list. */
export function canEnrol(a: ActivityStanding, now: number): boolean {
  const status = activityStatus(a, now)
  if (status === code.enrolling) return true
  return status === code.delayed && now >= a.enrolStart && now < a.enrolEnd && now < a.start && (a.waitList || a.taken < a.seats)
}

export interface PlanStanding {
  state: number
  start: number
  end: number
  delayedFrom: number | null
}
/** The status of a plan at a time (S080–S087). A delayed plan is 已延期 until its new start. */
export function planStatus(p: PlanStanding, now: number): TrainingStatus {
  if (p.state === planFacts.code.draft) return code.unpublished
  if (now >= p.end) return code.ended
  if (now >= p.start) return code.running
  return p.delayedFrom === null ? code.notStarted : code.delayed
}
