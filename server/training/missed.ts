import { sql, type RawBuilder } from 'kysely'
import { activityFacts, enrolStates, MISSED_MONTHS, MISSED_TIMES } from '../../contract/training/states.ts'
import { blindIndexes } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

/**
 * When a person (their number) last had a seat and neither came nor cancelled, of activities of the last twelve months where attendance was taken
 * at all. From two of them on they wait behind the others; fewer answer an empty list (domains/training.md D.2).
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

/** Behind those who did not stay away twice, then as they came. `e`: the alias of the enrolment. */
const behind = (e: string): RawBuilder<boolean> => sql<boolean>`(cardinality(${sql.ref(`${e}.missed`)}) > 0)`
/** Place on the waiting list of each enrolment `e`, counted from 1. */
export const placeOf = sql<number | null>`case when e.wait_no is null then null else (select count(*)::int from train_enrol w
  where w.activity_id = e.activity_id and w.state <> ${enrolStates.code.cancelled} and w.wait_no is not null
    and (${behind('w')}, w.wait_no) <= (${behind('e')}, e.wait_no)) end`
