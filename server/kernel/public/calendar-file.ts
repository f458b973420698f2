import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { addDays } from '../clock.ts'
import type { FileAnswer } from '../implement.ts'
import type { Kernel } from '../kernel.ts'
import type { CalendarDate } from './dates.ts'

const REFRESH_S = 6 * 3600
const ALARM_S = 3 * 86_400
/** The site's origin for links inside downloaded files. */
export const siteOrigin = (k: Kernel): string => k.config.PUBLIC_URL ?? `http://${k.config.HOST}:${k.config.PORT}`

/**
 * Dates as an iCalendar file (RFC 5545). Each date keeps its UID and counts its changes in SEQUENCE, so that a calendar that already has it
 * moves or cancels it instead of showing it twice. A file with one cancelled date is a cancellation (CANCEL). A list is always published
 * (PUBLISH), because calendars subscribe to it.
 */
export function calendarFile(k: Kernel, name: string, fileName: string, of: CalendarDate | readonly CalendarDate[]): FileAnswer {
  const host = new URL(siteOrigin(k)).hostname
  const calledOff = 'uid' in of && of.cancelled === true
  const dates = 'uid' in of ? [of] : of
  const calendar = ical({
    name,
    prodId: { company: 'qifu', product: 'calendar', language: 'ZH' },
    method: calledOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
  })
  for (const date of dates) {
    const { span } = date
    const event = calendar.createEvent({
      id: `${date.uid}@${host}`,
      sequence: date.sequence ?? 0,
      stamp: date.changedAt ? new Date(date.changedAt) : k.clock.now(),
      ...(date.changedAt ? { lastModified: new Date(date.changedAt) } : {}),
      status: date.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // A date without hours is written as a day, so that every time zone shows it on that day.
      ...(span
        ? { start: new Date(span.start), end: new Date(span.end) }
        : { start: new Date(`${date.day}T00:00:00Z`), end: new Date(`${addDays(date.day, 1)}T00:00:00Z`), allDay: true }),
      summary: date.title,
      ...(date.place ? { location: date.place } : {}),
      description: date.lines.join('\n'),
      url: siteOrigin(k) + date.path,
    })
    if (!span) event.createAlarm({ type: ICalAlarmType.display, trigger: ALARM_S })
  }
  return { fileName, mime: 'text/calendar; charset=utf-8', body: Buffer.from(calendar.toString()) }
}
