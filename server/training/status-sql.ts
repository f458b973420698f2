import { sql, type RawBuilder } from 'kysely'
import { activityFacts, EVALUATION_DAYS, planFacts, trainingStatus } from '../../contract/training/states.ts'

const { code } = trainingStatus
const facts = activityFacts.code

/** `activityStatus` (contract/training/status.ts) over a row `a` of train_activity, in SQL for filters and facets. */
export const statusSql = (now: string): RawBuilder<number> => sql<number>`(case
  when a.state = ${facts.draft} then ${code.unpublished}::int
  when a.state = ${facts.submitted} then ${code.pending}::int
  when a.state = ${facts.refused} then ${code.refused}::int
  when a.state = ${facts.cancelled} then ${code.cancelled}::int
  when a.delayed_from > ${now}::timestamptz then ${code.delayed}::int
  when a.end_at <= ${now}::timestamptz then
    case when a.evaluate_num < a.attend_num and a.end_at + make_interval(days => ${EVALUATION_DAYS}) > ${now}::timestamptz
      then ${code.toEvaluate}::int else ${code.ended}::int end
  when a.start_at <= ${now}::timestamptz then ${code.eventRunning}::int
  when a.enrol_start > ${now}::timestamptz then ${code.enrolmentAhead}::int
  when a.enrol_end > ${now}::timestamptz and (a.wait_list or a.enrol_num < a.max_num) then ${code.enrolling}::int
  else ${code.eventAhead}::int end)`

/** `canEnrol` over a row `a`, in SQL. */
export const openSql = (now: string): RawBuilder<boolean> => sql<boolean>`(a.state = ${facts.passed}
  and a.enrol_start <= ${now}::timestamptz and a.enrol_end > ${now}::timestamptz and a.start_at > ${now}::timestamptz
  and (a.wait_list or a.enrol_num < a.max_num))`

/** `planStatus` over a row `p` of train_plan, in SQL. */
export const planStatusSql = (now: string): RawBuilder<number> => sql<number>`(case
  when p.state = ${planFacts.code.draft} then ${code.unpublished}::int
  when p.end_at <= ${now}::timestamptz then ${code.ended}::int
  when p.start_at <= ${now}::timestamptz then ${code.running}::int
  when p.delayed_from is null then ${code.notStarted}::int
  else ${code.delayed}::int end)`

/** Whether everybody may read an activity `a`: it was published, and is passed or cancelled (ADR 0600). */
export const publicText = `(a.published_at is not null and a.state in (${facts.passed}, ${facts.cancelled}) and not a.deleted)`
export const isPublic: RawBuilder<boolean> = sql<boolean>`${sql.raw(publicText)}`

const beforeEnd: readonly number[] = [code.enrolmentAhead, code.enrolling, code.eventAhead, code.eventRunning]
const afterEnd: readonly number[] = [code.toEvaluate, code.ended]
/**
 * Whether activities of these statuses all have not ended, or all have; null when their end does not follow. A delayed one starts after the
 * start that it had, which has not passed.
 */
export function sideOf(statuses: readonly number[]): 'ahead' | 'over' | null {
  if (statuses.length === 0) return null
  if (statuses.every((status) => status === code.delayed || beforeEnd.includes(status))) return 'ahead'
  return statuses.every((status) => afterEnd.includes(status)) ? 'over' : null
}

/** What follows from these statuses for columns that have an index. */
function followsFrom(now: string, statuses: readonly number[]): RawBuilder<unknown>[] {
  const some = (of: readonly number[]) => statuses.some((status) => of.includes(status))
  return [
    ...(some(beforeEnd) ? [sql`a.end_at > ${now}::timestamptz`] : []),
    ...(some(afterEnd) ? [sql`a.end_at <= ${now}::timestamptz`] : []),
    ...(some([code.delayed]) ? [sql`a.delayed_from > ${now}::timestamptz`] : []),
    ...(some([code.cancelled]) ? [sql`a.state = ${facts.cancelled}`] : []),
  ]
}
const ofFacts: readonly number[] = [code.unpublished, code.pending, code.refused]

/**
 * Whether the status of an activity `a` is one of these. What follows from them for single columns is said too, because an index finds only
 * that.
 */
export function hasStatus(now: string, statuses: readonly number[]): RawBuilder<boolean> {
  const follows = statuses.some((status) => ofFacts.includes(status)) ? [] : followsFrom(now, statuses)
  const found = follows.length === 0 ? sql`true` : sql`(${sql.join(follows, sql` or `)})`
  return sql<boolean>`(${statusSql(now)} = any(${statuses}::int[]) and ${found})`
}
