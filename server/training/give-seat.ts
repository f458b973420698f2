import type { activity } from '../../contract/training/activity.ts'
import { activityFacts, enrolStates, PROMOTION_HOURS } from '../../contract/training/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { forbidden, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { lockActivity } from './activity-save.ts'
import { publishes } from './flow.ts'
import { deskDecides, seat } from './promote.ts'
import { seating } from './visible.ts'

/** The desk gives a free seat to a person on the waiting list, from two hours before the start until the end. */
export const giveSeat = (k: Kernel, call: Call, { id, enrolId }: Parsed<typeof activity.giveSeat>['body']) =>
  seating<true>(k, id, async (db) => {
    const actor = signedIn(call.actor)
    const row = await lockActivity(k, db, actor, id)
    if (!publishes(actor, row)) throw forbidden()
    if (row.state !== activityFacts.code.passed) throw refused('活动没有公开，不能安排名额', 'STATE')
    if (!deskDecides(k, row.start_at))
      throw refused(`活动开始前 ${PROMOTION_HOURS} 小时内才由主办方安排，此前按候补顺序自动转为报名成功`, 'STATE')
    if (Date.parse(row.end_at) <= k.clock.now().getTime()) throw refused('活动已经结束，不能安排名额', 'STATE')
    const one = await db
      .selectFrom('train_enrol')
      .select(['id', 'user_id', 'wait_no', 'state'])
      .where('id', '=', enrolId)
      .where('activity_id', '=', id)
      .executeTakeFirst()
    if (!one || one.state === enrolStates.code.cancelled) throw notFound('没有这条报名')
    if (one.wait_no === null) throw invalidField('enrolId', '这个人已经有名额')
    if (row.enrol_num >= row.max_num) throw refused('名额已满，没有空出的名额', 'FULL')
    await seat(k, db, row, [one])
    await audit(db, call, { action: 'trainActivity.giveSeat', objectType: 'trainActivity', objectId: id, detail: { enrolId } })
    return true
  })
