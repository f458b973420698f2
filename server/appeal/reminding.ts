import { appealCodes } from '../../contract/appeal/states.ts'
import { sql } from 'kysely'
import { dateOf, today } from '../kernel/clock.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayAfter, dayStart } from '../kernel/lists/day-range.ts'
import { addWorkdays, workdayNumbers } from '../kernel/offers/workdays.ts'
import { notifyMany } from '../system/index.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { move } from '../kernel/flow.ts'
import { remindOfFirstReply } from './first-reply.ts'
import { appealFlow } from './flow.ts'
import { changingAppeals } from './kept.ts'
import { lockAppeals } from './locking.ts'
import { endFullPauses } from './pausing.ts'
import { holders, remind, type Reminder } from './reminders.ts'
import { leadersOf } from './telling.ts'

/** Working days after the promised day on which leader and service centre are reminded again. */
const AGAIN = [1, 3, 7]
/** Working days within which the service centre must accept an appeal. */
const ACCEPT_DAYS = 1
/** So many working days after the promised day, the appeal is escalated to the leaders. */
const SECOND_LEVEL = 3
/** Appeals of one transaction; whoever handles one of them meanwhile waits for it. */
const ESCALATED_AT_ONCE = 50

/** Escalates these appeals to the leaders, unless somebody was faster. */
const escalate = (k: Kernel, late: readonly { id: number; days: number; about: string }[]): Promise<void> =>
  changingAppeals(k, async (db) => {
    const of = new Map(late.map((one) => [one.id, one]))
    const rows = (await lockAppeals(k, db, [...of.keys()])).filter(
      (row) => of.has(row.id) && row.level !== 2 && [1, 2, 3].includes(row.state),
    )
    const why = ({ id }: { id: number }) => `超期 ${of.get(id)!.days} 个工作日`
    for (const row of rows)
      await move(db, systemCall('job'), appealFlow, row, {
        move: 'escalate',
        version: row.version,
        reason: why(row),
        set: { level: 2 },
        bySystem: true,
      })
    const leaders = await leadersOf(
      db,
      rows.map((row) => row.id),
    )
    await notifyMany(
      db,
      k,
      rows.map((row) => ({
        key: `appeal:${row.id}:second:${row.version}`,
        kind: 'work',
        title: `提级督办的诉求：${of.get(row.id)!.about}，${why(row)}`,
        link: `/work/adminAppeal?id=${row.id}`,
        userIds: leaders(row.id),
      })),
    )
  })

/** Reminds of appeals that the service centre has not accepted within the working day that it promised to the sender. */
async function remindOfUnaccepted(k: Kernel): Promise<void> {
  const rows = await k.db
    .selectFrom('appeal')
    .where('state', '=', appealCodes.code.waiting)
    .where('deleted', '=', false)
    .where('back_count', '=', 0)
    .where('merged_into', 'is', null)
    .where('submitted_at', '<', dayStart(await addWorkdays(k.db, today(k.clock), -ACCEPT_DAYS)))
    .select(['id', 'state', 'title', 'appeal_no'])
    .orderBy('id')
    .execute()
  await remind(
    k,
    rows.map(({ id, state, title, appeal_no }) => ({
      id,
      state,
      key: `appeal:${id}:accept`,
      kind: 'deadline',
      title: `诉求超过 ${ACCEPT_DAYS} 个工作日未受理：${title}（${appeal_no}）`,
      to: 'centre',
      waits: true,
    })),
  )
}

/** Working days that have passed between an earlier day and today. */
async function passedSince(k: Kernel, days: readonly string[]): Promise<(day: string) => number> {
  const now = today(k.clock)
  const counted = await workdayNumbers(
    k.db,
    days.reduce((a, b) => (a < b ? a : b), now),
    now,
  )
  const numbers = new Map(counted.days.map((day, n) => [day, counted.numbers[n]!]))
  return (day) => numbers.get(now)! - numbers.get(day)!
}

/** Open appeals with a running clock, from the warning on. */
const openAndNear = (k: Kernel, until: string) =>
  k.db
    .selectFrom('appeal as a')
    .where('a.state', 'in', [appealCodes.code.waiting, appealCodes.code.dealing, appealCodes.code.examining])
    .where('a.deleted', '=', false)
    .where('a.paused_at', 'is', null)
    .where((e) => e.or([e('a.warn_at', '<', k.clock.now().toISOString()), e('a.deadline', '<', dayAfter(until))]))
    .select(['a.id', 'a.title', 'a.appeal_no', 'a.deadline', 'a.state', 'a.level', 'a.extend_days'])
    // An opinion on the leading appeal is one on all that are merged into it.
    .select(
      sql<
        number[]
      >`array(select w.office_id from appeal_office w where w.appeal_id = coalesce(a.merged_into, a.id) and w.part <> 'former' and w.assisted_at is null)`.as(
        'offices',
      ),
    )
    .orderBy('a.id')
    .execute()

/**
 * Every morning: ends used-up pauses; warns the responsible office on the working day before the promised day and on it, and when it is
 * over; then also leader and service centre, and again later. Paused appeals are skipped. Each notice is sent once, however often this
 * runs.
 */
async function lookAtTheClock(k: Kernel): Promise<void> {
  await endFullPauses(k)
  await remindOfUnaccepted(k)
  const of = holders(k.db)
  await remindOfFirstReply(k, of)
  const [now, day] = [k.clock.now().getTime(), today(k.clock)]
  const nextDay = await addWorkdays(k.db, day, 1)
  const open = (await openAndNear(k, nextDay)).map((appeal) => ({
    ...appeal,
    last: dateOf(new Date(appeal.deadline!)),
    late: Date.parse(appeal.deadline!) < now,
    about: `${appeal.title}（${appeal.appeal_no}）`,
  }))
  const passed = await passedSince(
    k,
    open.flatMap(({ late, last }) => (late ? [last] : [])),
  )
  const reminders: Reminder[] = []
  const tooLate: { id: number; days: number; about: string }[] = []
  for (const { id, state, offices, late, last, about, extend_days, level } of open) {
    // Before the promised day an office with a pending extension request gets no reminder: the service centre already knows.
    if (state === appealCodes.code.dealing && offices.length > 0 && (late || extend_days === null)) {
      const [words, when] = late
        ? [`诉求已超过承诺日 ${last}`, 'late']
        : last === day
          ? [`诉求今天（${last}）到期`, 'today']
          : [`诉求将于 ${last} 到期`, last === nextDay ? 'tomorrow' : 'soon']
      const key = `appeal:${id}:${when}:${last}`
      reminders.push({ id, state, key, kind: 'deadline', title: `${words}：${about}`, to: await of(offices), waits: true })
    }
    const since = late ? passed(last) : 0
    const step = AGAIN.findLast((days) => since >= days)
    if (step === undefined) continue
    if (step >= SECOND_LEVEL && level === 1) tooLate.push({ id, days: since, about })
    const key = `appeal:${id}:late:${last}:${step}`
    reminders.push({ id, state, key, kind: 'work', title: `诉求超期 ${since} 个工作日：${about}`, to: 'watchers', waits: false })
  }
  for (let from = 0; from < tooLate.length; from += ESCALATED_AT_ONCE) await escalate(k, tooLate.slice(from, from + ESCALATED_AT_ONCE))
  await remind(k, reminders)
}

export const joinReminding = (k: Kernel): void =>
  recurring(k, { name: 'appeal.clock', title: '企业诉求的期限提醒', cron: '40 8 * * *' }, () => lookAtTheClock(k))
