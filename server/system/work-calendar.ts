import type { Data, Parsed } from '../../contract/endpoint.ts'
import type { workCalendar } from '../../contract/calendar.ts'
import { audit } from '../kernel/audit/audit.ts'
import { addDays, today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { publishedDay } from '../kernel/offers/workdays.ts'

/** GET /sys/calendar/list: every day of a year. */
export async function calendarOf(k: Kernel, year: number): Promise<Data<typeof workCalendar.list>> {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const rows = await k.db.selectFrom('holiday').selectAll().where('day', '>=', first).where('day', '<=', last).execute()
  const own = new Map(rows.map((row) => [row.day, row]))
  const days: Data<typeof workCalendar.list>['days'] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const { works: published, holiday } = publishedDay(day)
    const decided = own.get(day)
    const works = decided ? decided.kind === 'work' : published
    days.push({ day, works, published, holiday, own: decided?.kind ?? null, note: decided?.name ?? '' })
  }
  return { days, hasPublished: days.some(({ holiday }) => holiday !== ''), today: today(k.clock) }
}

/**
 * Sets whether one day is a working day, against the published calendar. Deadlines that were set before stay; later ones use the change.
 */
export const decideDay = (k: Kernel, call: Call, { day, kind, note, was }: Parsed<typeof workCalendar.save>['body']) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    refusePast(k, day)
    const before = await lockedDay(db, day)
    if ((before?.kind ?? null) !== was) throw conflict()
    const { works } = publishedDay(day)
    if (!before && works === (kind === 'work')) throw invalidField('kind', `这一天本来就${works ? '上班' : '休息'}`)
    const row = { kind, name: note || null }
    const done = before
      ? await db.updateTable('holiday').set(row).where('day', '=', day).returning('day').executeTakeFirst()
      : await db
          .insertInto('holiday')
          .values({ day, ...row })
          .onConflict((c) => c.doNothing())
          .returning('day')
          .executeTakeFirst()
    if (!done) throw conflict()
    await audit(db, call, {
      action: 'calendar.edit',
      objectType: 'calendar',
      objectId: day,
      detail: { before: before ? { kind: before.kind, note: before.name } : null, after: { kind, note } },
    })
    return true
  })

/** Restores the published calendar for one day. */
export const undecideDay = (k: Kernel, call: Call, day: string) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    refusePast(k, day)
    const before = await lockedDay(db, day)
    if (!before) throw notFound('这一天没有另行安排')
    await db.deleteFrom('holiday').where('day', '=', day).execute()
    await audit(db, call, {
      action: 'calendar.delete',
      objectType: 'calendar',
      objectId: day,
      detail: { before: { kind: before.kind, note: before.name } },
    })
    return true
  })

const lockedDay = (db: Db, day: string) => db.selectFrom('holiday').selectAll().where('day', '=', day).forUpdate().executeTakeFirst()

function refusePast(k: Kernel, day: string): void {
  if (day < today(k.clock)) throw invalidField('day', '已过去的日期不能修改')
}
