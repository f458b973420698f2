import type { activity } from '../../contract/training/activity.ts'
import { activityFacts, enrolStates } from '../../contract/training/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { forbidden, refused } from '../kernel/errors.ts'
import { consume, type Limit } from '../kernel/http/limits.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { managed } from './activity-queries.ts'
import { lockActivity } from './activity-save.ts'
import { publishes } from './flow.ts'
import { activityAddress } from './offers.ts'

const PER_DAY: Limit = { name: 'train.message', points: 5, seconds: 86_400, message: '一场活动一天最多发 5 次通知' }

/** The publisher sends a message to the participants, such as a change of room. */
export async function tellParticipants(k: Kernel, call: Call, { id, to, content }: Parsed<typeof activity.message>['body']) {
  const actor = signedIn(call.actor)
  const { company_id: companyId } = await managed(k.db, actor, id)
  if (!publishes(actor, { companyId })) throw forbidden()
  await consume(k, PER_DAY, String(id))
  return k.db.transaction().execute(async (db) => {
    const row = await lockActivity(k, db, actor, id)
    if (row.state !== activityFacts.code.passed) throw refused('活动没有公开，不能发通知', 'STATE')
    const people = await db
      .selectFrom('train_enrol')
      .select('user_id')
      .distinct()
      .where('activity_id', '=', id)
      .where('state', '!=', enrolStates.code.cancelled)
      .$if(to !== 'all', (q) => q.where('wait_no', to === 'waiting' ? 'is not' : 'is', null))
      .where('user_id', 'is not', null)
      .execute()
    if (people.length === 0) throw refused('没有可以通知的人', 'NOBODY')
    const told = await notify(db, k, {
      to: { userIds: people.map(({ user_id }) => user_id!) },
      kind: 'training',
      title: `“${row.title}”的通知`,
      body: content,
      link: activityAddress(id),
    })
    await audit(db, call, { action: 'trainActivity.message', objectType: 'trainActivity', objectId: id, detail: { to, told } })
    return { told }
  })
}
