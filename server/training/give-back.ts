import { enrolStates } from '../../contract/training/states.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { promote } from './promote.ts'
import { TRAIN } from './visible.ts'

const { cancelled } = enrolStates.code

/**
 * Cancels enrolments of one activity, which the caller has locked: seats and places on the waiting list are given back, and those who wait
 * move up. `wait_no` was read before it is emptied.
 */
export async function giveBack(
  k: Kernel,
  db: Db,
  call: Call,
  activityId: number,
  enrolments: readonly { id: number; wait_no: number | null }[],
): Promise<void> {
  if (enrolments.length === 0) return
  const ids = enrolments.map(({ id }) => id)
  const seats = enrolments.filter(({ wait_no }) => wait_no === null).length
  await db.updateTable('train_enrol').set({ state: cancelled, wait_no: null }).where('id', 'in', ids).execute()
  await db
    .updateTable('train_activity')
    .set((e) => ({ enrol_num: e('enrol_num', '-', seats), wait_num: e('wait_num', '-', ids.length - seats) }))
    .where('id', '=', activityId)
    .execute()
  for (const enrolId of ids)
    await audit(db, call, { action: 'trainActivity.cancelEnrol', objectType: TRAIN, objectId: activityId, detail: { enrolId } })
  if (seats > 0) await promote(k, db, activityId)
}
