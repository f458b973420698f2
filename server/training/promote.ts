import { sql } from 'kysely'
import { activityFacts, enrolStates, PROMOTION_HOURS } from '../../contract/training/states.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'

const { cancelled } = enrolStates.code

/**
 * Whether the desk decides about free seats: from two hours before the start on nobody moves up automatically (domains/training.md D.2).
 */
export const deskDecides = (k: Kernel, startAt: string): boolean =>
  Date.parse(startAt) - PROMOTION_HOURS * 3_600_000 <= k.clock.now().getTime()

/**
 * Gives free seats to the first on the waiting list and notifies them, in the transaction that freed or added the seats. The caller has
 * locked the activity. Returns how many moved up.
 */
export async function promote(k: Kernel, db: Db, activityId: number): Promise<number> {
  const a = await db
    .selectFrom('train_activity')
    .select(['title', 'state', 'start_at', 'max_num', 'enrol_num', 'wait_num'])
    .where('id', '=', activityId)
    .executeTakeFirstOrThrow()
  const free = Math.min(a.max_num - a.enrol_num, a.wait_num)
  // Participants may also leave a cancelled activity; nobody moves up to one that does not take place.
  if (free <= 0 || a.state !== activityFacts.code.passed || deskDecides(k, a.start_at)) return 0
  const next = await db
    .selectFrom('train_enrol')
    .select(['id', 'user_id'])
    .where('activity_id', '=', activityId)
    .where('state', '!=', cancelled)
    .where('wait_no', 'is not', null)
    .orderBy(sql`(cardinality(missed) > 0)`)
    .orderBy('wait_no')
    .limit(free)
    .execute()
  await seat(k, db, { id: activityId, title: a.title }, next)
  return next.length
}

/** Turns places on the waiting list into seats and notifies each person. */
export async function seat(k: Kernel, db: Db, a: { id: number; title: string }, people: readonly { id: number; user_id: number | null }[]) {
  if (people.length === 0) return
  const ids = people.map(({ id }) => id)
  await db.updateTable('train_enrol').set({ wait_no: null }).where('id', 'in', ids).execute()
  await db
    .updateTable('train_activity')
    .set((e) => ({ enrol_num: e('enrol_num', '+', ids.length), wait_num: e('wait_num', '-', ids.length) }))
    .where('id', '=', a.id)
    .execute()
  for (const { id, user_id } of people)
    if (user_id !== null)
      await notify(db, k, {
        to: { userId: user_id },
        kind: 'training',
        title: `“${a.title}”有了名额，候补已转为报名成功`,
        body: '如不能参加，请及时取消，把名额留给后面的人。',
        link: '/work/myInvolved',
        key: `train:promoted:${id}`,
      })
}
