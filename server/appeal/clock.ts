import { appealCodes, URGE_EVERY_DAYS, USUAL_WARN_DAYS, USUAL_WORK_DAYS } from '../../contract/appeal/states.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { addWorkdays, countWorkdays, workdaysUntil } from '../kernel/offers/workdays.ts'

export const endOf = (day: string): string => `${day}T23:59:59+08:00`

/** The time limit of a type: the subtype's, else the main type's, else the default. */
async function limitOf(db: Db, typeId: number): Promise<{ work_days: number; warn_days: number }> {
  const limits = await db
    .selectFrom('appeal_limit as l')
    .innerJoin('appeal_type as t', (j) =>
      j.on((e) => e.or([e('l.type_id', '=', e.ref('t.id')), e('l.type_id', '=', e.ref('t.parent_id'))])),
    )
    .where('t.id', '=', typeId)
    .select(['l.type_id', 'l.work_days', 'l.warn_days'])
    .execute()
  return limits.find((l) => l.type_id === typeId) ?? limits[0] ?? { work_days: USUAL_WORK_DAYS, warn_days: USUAL_WARN_DAYS }
}

/**
 * The promised end, i.e. the last second of the nth working day after `from`, and the time of the warning. A return between offices does
 * not change it.
 */
export async function promise(db: Db, typeId: number, from: Date): Promise<{ deadline: string; warn_at: string }> {
  const { work_days, warn_days } = await limitOf(db, typeId)
  const last = await addWorkdays(db, dateOf(from), work_days)
  return { deadline: endOf(last), warn_at: endOf(await addWorkdays(db, last, -Math.min(warn_days, work_days))) }
}

/** The working days of a pause. The promised end moves by as many. */
export const pausedFor = (db: Db, pausedAt: string, now: Date): Promise<number> =>
  countWorkdays(db, dateOf(new Date(pausedAt)), dateOf(now))

export async function moveEnd(db: Db, { deadline, warn_at }: { deadline: string | null; warn_at: string | null }, days: number) {
  const later = async (at: string | null) => (at === null ? null : endOf(await addWorkdays(db, dateOf(new Date(at)), days)))
  return { deadline: await later(deadline), warn_at: await later(warn_at) }
}

/** The time from which the sender may urge again. */
export const urgeFrom = async (db: Db, urgedAt: string | null): Promise<string | null> =>
  urgedAt === null ? null : new Date(`${await addWorkdays(db, dateOf(new Date(urgedAt)), URGE_EVERY_DAYS)}T00:00:00+08:00`).toISOString()

const { waiting, dealing, examining } = appealCodes.code
const RUNNING: readonly number[] = [waiting, dealing, examining]
interface Running {
  state: number
  deadline: string | null
  paused_at: string | null
}
/** Working days until the promised end, negative after it; null while no clock runs. */
export async function workdaysLeft(db: Db, now: Date, rows: readonly Running[]): Promise<(row: Running) => number | null> {
  const runsTo = ({ state, deadline, paused_at }: Running) => (paused_at === null && RUNNING.includes(state) ? deadline : null)
  const until = await workdaysUntil(db, now, rows.map(runsTo))
  return (row) => until(runsTo(row))
}
