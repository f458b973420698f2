import { appealCodes } from '../../contract/appeal/states.ts'
import { sql } from 'kysely'
import { dateOf, today } from '../kernel/clock.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayAfter, dayStart } from '../kernel/lists/day-range.ts'
import { addWorkdays, countWorkdays } from '../kernel/offers/workdays.ts'
import { notify } from '../system/index.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { move } from '../kernel/flow.ts'
import { remindOfFirstReply } from './first-reply.ts'
import { appealFlow } from './flow.ts'
import { changingAppeals } from './kept.ts'
import { lockAppeals } from './locking.ts'
import { endFullPauses } from './pausing.ts'
import { remindCentre, remindHolders, tellSecondLevel, whoLooksAfter } from './telling.ts'

/** Working days after the promised day on which leader and service centre are reminded again. */
const AGAIN = [1, 3, 7]
/** Working days within which the service centre accepts. */
const ACCEPT_DAYS = 1
/** After so many days more, the leader takes care of it. */
const SECOND_LEVEL = 3

const escalate = (k: Kernel, id: number, why: string): Promise<void> =>
  changingAppeals(k, async (db) => {
    const row = (await lockAppeals(k, db, [id])).find((one) => one.id === id)
    if (!row || row.level === 2 || ![1, 2, 3].includes(row.state)) return
    await move(db, systemCall('job'), appealFlow, row, {
      move: 'escalate',
      version: row.version,
      reason: why,
      set: { level: 2 },
      bySystem: true,
    })
    await tellSecondLevel(k, db, id, why)
  })

/** Appeals that the service centre has not accepted within the promised working day. */
async function remindOfUnaccepted(k: Kernel): Promise<void> {
  const rows = await k.db
    .selectFrom('appeal')
    .where('state', '=', appealCodes.code.waiting)
    .where('deleted', '=', false)
    .where('back_count', '=', 0)
    .where('merged_into', 'is', null)
    .where('submitted_at', '<', dayStart(await addWorkdays(k.db, today(k.clock), -ACCEPT_DAYS)))
    .select(['id', 'title', 'appeal_no'])
    .orderBy('id')
    .execute()
  for (const row of rows) await remindCentre(k, k.db, row.id, `诉求超过 ${ACCEPT_DAYS} 个工作日未受理：${row.title}（${row.appeal_no}）`)
}

/**
 * Every morning: ends used-up pauses; warns the responsible office on the working day before the promised day and on it, and when it is
 * over; then also leader and service centre, and again later. Paused appeals are skipped. Each notice is sent once, however often this
 * runs.
 */
async function lookAtTheClock(k: Kernel): Promise<void> {
  await endFullPauses(k)
  await remindOfUnaccepted(k)
  await remindOfFirstReply(k)
  const now = k.clock.now()
  const day = today(k.clock)
  const nextDay = await addWorkdays(k.db, day, 1)
  const open = await k.db
    .selectFrom('appeal as a')
    .where('a.state', 'in', [appealCodes.code.waiting, appealCodes.code.dealing, appealCodes.code.examining])
    .where('a.deleted', '=', false)
    .where('a.paused_at', 'is', null)
    .where((e) => e.or([e('a.warn_at', '<', now.toISOString()), e('a.deadline', '<', dayAfter(nextDay))]))
    .select(['a.id', 'a.title', 'a.appeal_no', 'a.deadline', 'a.state', 'a.level'])
    .select(sql<number[]>`array(select w.office_id from appeal_office w where w.appeal_id = a.id and w.part <> 'former')`.as('offices'))
    .orderBy('a.id')
    .execute()
  for (const appeal of open) {
    const last = dateOf(new Date(appeal.deadline!))
    const late = Date.parse(appeal.deadline!) < now.getTime()
    const about = `${appeal.title}（${appeal.appeal_no}）`
    if (appeal.state === appealCodes.code.dealing && appeal.offices.length > 0) {
      const [words, when] = late
        ? [`诉求已超过承诺日 ${last}`, 'late']
        : last === day
          ? [`诉求今天（${last}）到期`, 'today']
          : [`诉求将于 ${last} 到期`, last === nextDay ? 'tomorrow' : 'soon']
      await remindHolders(k, k.db, appeal.id, appeal.offices, `${words}：${about}`, `${when}:${last}`)
    }
    if (!late) continue
    const since = await countWorkdays(k.db, last, day)
    const step = AGAIN.findLast((days) => since >= days)
    if (step === undefined) continue
    if (step >= SECOND_LEVEL && appeal.level === 1) await escalate(k, appeal.id, `超期 ${since} 个工作日`)
    await notify(k.db, k, {
      to: { userIds: await whoLooksAfter(k.db, appeal.id) },
      kind: 'work',
      title: `诉求超期 ${since} 个工作日：${about}`,
      link: `/work/adminAppeal?id=${appeal.id}`,
      key: `appeal:${appeal.id}:late:${last}:${step}`,
    })
  }
}

export const joinReminding = (k: Kernel): void =>
  recurring(k, { name: 'appeal.clock', title: '企业诉求的期限提醒', cron: '40 8 * * *' }, () => lookAtTheClock(k))
