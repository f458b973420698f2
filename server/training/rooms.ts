import { type Booking, ROOM_DAYS, ROOM_ROWS, type rooms } from '../../contract/training/rooms.ts'
import { trainingStatus } from '../../contract/training/states.ts'
import { activityStatus } from '../../contract/training/status.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import { addDays } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayStart } from '../kernel/lists/day-range.ts'
import { columns, standingOf } from './activity-queries.ts'
import { booked } from './clashes.ts'

/** The bookings of all rooms for seven days from `from`: public activities and those that this user manages. */
export async function roomsOfWeek(k: Kernel, actor: Actor, { from }: Parsed<typeof rooms.week>['query']) {
  const to = addDays(from, ROOM_DAYS - 1)
  const rows = await booked(k.db, actor, { start_at: dayStart(from), end_at: dayStart(addDays(to, 1)) })
    .where('a.place_key', '!=', '')
    .select([...columns, 'a.place_key'])
    .orderBy('a.start_at')
    .orderBy('a.id')
    .limit(ROOM_ROWS + 1)
    .execute()
  const now = k.clock.now().getTime()
  const list = [...Map.groupBy(rows.slice(0, ROOM_ROWS), (row) => row.place_key)].map(([, own]) => ({
    place: own[0]!.place,
    bookings: own.map((row): Booking => {
      const status = activityStatus(standingOf(row), now)
      const beside = own.filter((other) => other.id !== row.id && other.start_at < row.end_at && other.end_at > row.start_at)
      return {
        id: row.id,
        title: row.title,
        status,
        statusName: trainingStatus.labels[status],
        startTime: row.start_at,
        endTime: row.end_at,
        clashes: beside.map(({ title }) => title),
      }
    }),
  }))
  return { from, to, cut: rows.length > ROOM_ROWS, list: list.toSorted((a, b) => a.place.localeCompare(b.place, 'zh-CN')) }
}
