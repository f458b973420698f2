import { sql } from 'kysely'
import { FIRST_REPLY_DAYS } from '../../contract/appeal/states.ts'
import { dateOf, today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayAfter, dayStart } from '../kernel/lists/day-range.ts'
import { addWorkdays } from '../kernel/offers/workdays.ts'
import { endOf } from './clock.ts'
import { remind, type holders, type Reminder } from './reminders.ts'

/** A late first reply is reported for so many days; afterwards only the promised end counts. */
const TOLD_DAYS = 3
/** Messages of staff to the sender: an answer, a pause with its reason, a return for completion. */
const isReply = sql<boolean>`l.flow = 'appeal' and (l.move in ('deal', 'pause') or (l.move = 'back' and l.to_state = '5'))`

/**
 * The day by which the sender must get a first reply, and when it came. A return between offices does not change the day; merged appeals
 * get the reply of the leading one.
 */
export async function firstReplyOf(
  db: Db,
  row: { id: number; submitted_at: string | null; merged_into: number | null },
): Promise<{ due: string; at: string | null } | null> {
  if (row.submitted_at === null) return null
  const first = await db
    .selectFrom('flow_log as l')
    .where(isReply)
    .where('l.row_id', 'in', row.merged_into === null ? [row.id] : [row.id, row.merged_into])
    .where('l.at', '>=', row.submitted_at)
    .select((e) => e.fn.min('l.at').as('at'))
    .executeTakeFirst()
  return { due: endOf(await addWorkdays(db, dateOf(new Date(row.submitted_at)), FIRST_REPLY_DAYS)), at: first?.at ?? null }
}

/**
 * On the third working day without a reply, reminds the responsible office, or the service centre when there is none; after that day both.
 * Each once.
 */
export async function remindOfFirstReply(k: Kernel, of: ReturnType<typeof holders>): Promise<void> {
  const day = today(k.clock)
  const rows = await k.db
    .selectFrom('appeal as a')
    .where('a.state', 'in', [1, 2])
    .where('a.deleted', '=', false)
    .where('a.paused_at', 'is', null)
    .where('a.merged_into', 'is', null)
    .where('a.submitted_at', '<', dayAfter(await addWorkdays(k.db, day, -FIRST_REPLY_DAYS)))
    .where('a.submitted_at', '>=', dayStart(await addWorkdays(k.db, day, -FIRST_REPLY_DAYS - TOLD_DAYS)))
    .where(sql<boolean>`not exists (select from flow_log l where l.row_id = a.id and l.at >= a.submitted_at and ${isReply})`)
    .select(['a.id', 'a.state', 'a.title', 'a.appeal_no', 'a.submitted_at'])
    .select(
      sql<
        number[]
      >`array(select w.office_id from appeal_office w where w.appeal_id = a.id and w.part <> 'former' and w.assisted_at is null)`.as(
        'offices',
      ),
    )
    .orderBy('a.id')
    .execute()
  const dues = new Map<string, string>()
  for (const from of new Set(rows.map(({ submitted_at }) => dateOf(new Date(submitted_at!)))))
    dues.set(from, await addWorkdays(k.db, from, FIRST_REPLY_DAYS))
  const reminders: Reminder[] = []
  for (const { id, state, title: subject, appeal_no, submitted_at, offices } of rows) {
    const due = dues.get(dateOf(new Date(submitted_at!)))!
    if (due > day) continue
    const isLate = due < day
    const title = `${isLate ? `诉求已过首次答复期限 ${due}` : '诉求今天应首次答复'}：${subject}（${appeal_no}）`
    const key = `appeal:${id}:${isLate ? 'first-late' : 'first'}`
    if (offices.length > 0) reminders.push({ id, state, key, kind: 'deadline', title, to: await of(offices), waits: true })
    if (offices.length > 0 && !isLate) continue
    reminders.push({ id, state, key: `${key}:centre`, kind: 'work', title, to: 'watchers', waits: false })
  }
  await remind(k, reminders)
}
