import { sql } from 'kysely'
import { enrolStates } from '../../contract/training/states.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersOpenMatters } from '../kernel/offers/open-matters.ts'
import { giveBack } from './give-back.ts'
import { seatsChangedIn } from './visible.ts'

const { enrolled } = enrolStates.code

/** Seats and places on waiting lists of activities that have not begun, which this account took for itself or for its company. */
const coming = (k: Kernel, db: Db, userId: number) =>
  db
    .selectFrom('train_enrol as e')
    .innerJoin('train_activity as a', 'a.id', 'e.activity_id')
    .where('e.user_id', '=', userId)
    .where('e.state', '=', enrolled)
    .where('a.deleted', '=', false)
    .where('a.start_at', '>', k.clock.now().toISOString())

/**
 * When an account is closed, its seats of coming activities are given back and go to those who wait: name and number of the enrolment are
 * deleted, so nobody could be told or let in. Activities are locked one after the other by id, as whoever enrols or cancels locks theirs.
 */
export async function leaveActivities(k: Kernel, db: Db, userId: number): Promise<void> {
  const found = await coming(k, db, userId).select('a.id').distinct().orderBy('a.id').execute()
  for (const { id } of found) {
    await db.selectFrom('train_activity').select('id').where('id', '=', id).forUpdate().execute()
    const own = await db
      .selectFrom('train_enrol')
      .select(['id', 'wait_no'])
      .where('activity_id', '=', id)
      .where('user_id', '=', userId)
      .where('state', '=', enrolled)
      .execute()
    await giveBack(k, db, systemCall('account.close'), id, own)
  }
  if (found.length > 0) await seatsChangedIn(db)
}

/** Whoever closes an account reads before that the seats are given back (identity.md D5). */
export const offerTrainingOpenMatters = (k: Kernel): void =>
  offersOpenMatters(k, async ({ type, userId }) => {
    if (type === 'YYF') return []
    const { count } = await coming(k, k.db, userId)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    return [{ title: '还没有举办的活动报名', count, deadline: null, to: '/work/myInvolved', atClosing: '取消报名，名额让给候补的人' }]
  })
