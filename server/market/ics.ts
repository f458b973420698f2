import { itemPath, visitStates } from '../../contract/market/states.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import type { Actor } from '../kernel/actor.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { calendarFile } from '../kernel/public/calendar-file.ts'
import { offersDates, type CalendarDate } from '../kernel/public/dates.ts'
import { titleFor } from './approved.ts'
import { visitFor, visitRows, type VisitRecord } from './visit-rows.ts'
import { ofOwner } from './visible.ts'
import { SLOT_MS } from './visits.ts'

const dateOf = (row: VisitRecord): CalendarDate => {
  const start = Date.parse(row.start_at)
  return {
    uid: `market-visit-${row.id}`,
    day: shanghaiDay(start),
    span: { start: row.start_at, end: new Date(start + SLOT_MS).toISOString() },
    title: `看房：${titleFor(row)}`,
    place: row.approved_address,
    lines: [],
    path: itemPath(row.kind, row.item_id),
    sequence: row.sequence,
    changedAt: row.updated_at,
    cancelled: row.state === visitStates.code.cancelled,
  }
}

/** The visit as a calendar file: the UID never changes, SEQUENCE counts the changes, and a cancelled visit is marked. */
export const visitIcs = async (k: Kernel, actor: Actor, id: number): Promise<FileAnswer> =>
  calendarFile(k, '看房约定', `看房_${id}.ics`, dateOf(await visitFor(k, actor, id)))

/** Adds future visits to the calendars of visitors and owners, including cancelled ones, so that calendars remove them. */
export const offerVisits = (k: Kernel): void =>
  offersDates(k, async (actor, limit) => {
    const rows = await visitRows(k)
      .where('s.start_at', '>', k.clock.now().toISOString())
      .where((e) => e.or([e('v.user_id', '=', actor.userId), ofOwner(actor)]))
      .orderBy('s.start_at')
      .limit(limit)
      .execute()
    return rows.map(dateOf)
  })
