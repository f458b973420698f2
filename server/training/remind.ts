import { sql } from 'kysely'
import { activityFacts, enrolStates } from '../../contract/training/states.ts'
import { shanghaiTime } from '../../contract/shanghai.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { activityAddress } from './offers.ts'

/**
 * Hours before the start at which participants with a seat are reminded (domains/training.md B). The smaller number comes first, so that
 * one who is due for both is reminded once.
 */
const HOURS = [2, 72] as const
const AT_ONCE = 100

/**
 * Reminds participants with a seat three days and two hours before the start. `reminded` of an activity is the number of hours of its last
 * reminder; a delay resets it. Returns the number of activities.
 */
export async function remind(k: Kernel): Promise<number> {
  let told = 0
  for (const hours of HOURS) {
    const now = k.clock.now()
    const due = await k.db
      .selectFrom('train_activity')
      .select('id')
      .where('state', '=', activityFacts.code.passed)
      .where('deleted', '=', false)
      .where('start_at', '>', now.toISOString())
      .where('start_at', '<=', new Date(now.getTime() + hours * 3_600_000).toISOString())
      .where((e) => e.or([e('reminded', 'is', null), e('reminded', '>', hours)]))
      .orderBy('start_at')
      .limit(AT_ONCE)
      .execute()
    for (const { id } of due) if (await remindOf(k, id, hours)) told += 1
  }
  return told
}

/** Reminds of one activity, in its own transaction; only the process that sets `reminded` sends the notices. */
const remindOf = (k: Kernel, id: number, hours: number): Promise<boolean> =>
  k.db.transaction().execute(async (db) => {
    const a = await db
      .updateTable('train_activity')
      .set({ reminded: hours })
      .where('id', '=', id)
      .where('state', '=', activityFacts.code.passed)
      .where((e) => e.or([e('reminded', 'is', null), e('reminded', '>', hours)]))
      .returning(['title', 'start_at', 'place', 'online'])
      .executeTakeFirst()
    if (!a) return false
    const people = await db
      .selectFrom('train_enrol')
      .select('user_id')
      .distinct()
      .where('activity_id', '=', id)
      .where('state', '!=', enrolStates.code.cancelled)
      .where('wait_no', 'is', null)
      .where(sql<boolean>`user_id is not null`)
      .execute()
    if (people.length > 0)
      await notify(db, k, {
        to: { userIds: people.map(({ user_id }) => user_id!) },
        kind: 'training',
        title: `${shanghaiTime(Date.parse(a.start_at)).slice(5, 16).replace('T', ' ')} 举办“${a.title}”${a.online ? '（线上）' : `，地点：${a.place}`}`,
        body: '不能参加请及时取消报名，把名额留给候补的人；签到时请出示“我参与的活动”里的入场码。',
        link: activityAddress(id),
        key: `train:remind:${id}:${hours}:${a.start_at}`,
      })
    return true
  })

export const remindRegularly = (k: Kernel): void =>
  recurring(k, { name: 'training.remind', title: '培训开始前三天、两小时提醒', cron: '*/5 * * * *' }, async () => void (await remind(k)))
