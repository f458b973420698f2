import { sql, type RawBuilder } from 'kysely'
import { activityFacts, enrolStates, MISSED_MONTHS, MISSED_TIMES } from '../../contract/training/states.ts'
import { blindIndexes } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

/**
 * Starts of the activities that a person (by phone number) missed without cancelling in the last twelve months; only activities with
 * attendance records count. Returns an empty list below two. From two on the person waits behind the others (domains/training.md D.2).
 */
export async function missedBy(k: Kernel, db: Db, phone: string): Promise<string[]> {
  const now = k.clock.now().toISOString()
  const rows = await db
    .selectFrom('train_enrol as e')
    .innerJoin('train_activity as a', 'a.id', 'e.activity_id')
    .select('a.start_at')
    .where('e.phone_index', 'in', blindIndexes(k, phone))
    .where('e.state', '=', enrolStates.code.enrolled)
    .where('e.wait_no', 'is', null)
    .where('a.attend_num', '>', 0)
    .where('a.end_at', '<', now)
    .where(sql<boolean>`a.end_at > ${now}::timestamptz - make_interval(months => ${MISSED_MONTHS})`)
    .where('a.state', '=', activityFacts.code.passed)
    .orderBy('a.start_at', 'desc')
    .limit(5)
    .execute()
  return rows.length < MISSED_TIMES ? [] : rows.map(({ start_at }) => start_at)
}

/** Whether an enrolment waits behind those without missed activities. `e`: alias of the enrolment. */
const behindText = (e: string): string => `(cardinality(${e}.missed) > 0)`
/** The order of the waiting list: first those without missed activities, then by time of enrolment. */
export const inOrder = (e: string): RawBuilder<unknown> => sql`${sql.raw(behindText(e))}, ${sql.ref(`${e}.wait_no`)}`
/** Place on the waiting list of each enrolment `e`, counted from 1. */
export const placeText = `(case when e.wait_no is null then null else (select count(*)::int from train_enrol w
  where w.activity_id = e.activity_id and w.state <> ${enrolStates.code.cancelled} and w.wait_no is not null
    and (${behindText('w')}, w.wait_no) <= (${behindText('e')}, e.wait_no)) end)`
export const placeOf: RawBuilder<number | null> = sql<number | null>`${sql.raw(placeText)}`
