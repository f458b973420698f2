import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { itemPath, visitStates } from '../../contract/market/states.ts'
import type { Actor } from '../kernel/actor.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { SLOT_MS, visitFor } from './visits.ts'

/** The visit as a calendar file: the same UID for ever, SEQUENCE counts its changes, a cancelled one says so. */
export async function visitIcs(k: Kernel, actor: Actor, id: number): Promise<FileAnswer> {
  const row = await visitFor(k, actor, id)
  const gone = row.state === visitStates.code.cancelled
  const calendar = ical({
    prodId: { company: k.config.SITE_NAME, product: 'market', language: 'ZH' },
    method: gone ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: `market-visit-${row.id}`,
    sequence: row.sequence,
    status: gone ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: new Date(row.start_at),
    end: new Date(Date.parse(row.start_at) + SLOT_MS),
    stamp: new Date(row.updated_at),
    summary: `看房：${row.title}`,
    location: row.address,
    ...(k.config.PUBLIC_URL ? { url: `${k.config.PUBLIC_URL}${itemPath(row.kind, row.item_id)}` } : {}),
  })
  return { fileName: `看房_${row.id}.ics`, mime: 'text/calendar; charset=utf-8', body: Buffer.from(calendar.toString()) }
}
