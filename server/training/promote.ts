import { PROMOTION_HOURS } from '../../contract/training/states.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'

/**
 * Gives free seats to the first of the waiting list and tells them, in the transaction that freed or added the seats; the activity is locked.
 * From two hours before the start on nobody moves up by themselves any more (domains/training.md D.2).
 */
export async function promote(k: Kernel, db: Db, activityId: number): Promise<number> {
  const a = await db
    .selectFrom('train_activity')
    .select(['title', 'start_at', 'max_num', 'enrol_num', 'wait_num'])
    .where('id', '=', activityId)
    .executeTakeFirstOrThrow()
  const free = Math.min(a.max_num - a.enrol_num, a.wait_num)
  if (free <= 0 || Date.parse(a.start_at) - PROMOTION_HOURS * 3_600_000 <= k.clock.now().getTime()) return 0
  const next = await db
    .selectFrom('train_enrol')
    .select(['id', 'user_id'])
    .where('activity_id', '=', activityId)
    .where('state', '!=', 2)
    .where('wait_no', 'is not', null)
    .orderBy('wait_no')
    .limit(free)
    .execute()
  if (next.length === 0) return 0
  await db
    .updateTable('train_enrol')
    .set({ wait_no: null })
    .where(
      'id',
      'in',
      next.map(({ id }) => id),
    )
    .execute()
  await db
    .updateTable('train_activity')
    .set((e) => ({ enrol_num: e('enrol_num', '+', next.length), wait_num: e('wait_num', '-', next.length) }))
    .where('id', '=', activityId)
    .execute()
  for (const { id, user_id } of next)
    if (user_id !== null)
      await notify(db, k, {
        to: { userId: user_id },
        kind: 'training',
        title: `“${a.title}”有了名额，候补已转为报名成功`,
        body: '如不能参加，请及时取消，把名额留给后面的人。',
        link: '/work/myInvolved',
        key: `train:promoted:${id}`,
      })
  return next.length
}
