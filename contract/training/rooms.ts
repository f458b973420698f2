/** 场地日历: which place is booked when (domains/training.md B). Our addition (ADR 0812). */
import { z } from 'zod'
import { can, get } from '../endpoint.ts'
import { isoDate, query } from '../fields.ts'

export const ROOM_DAYS = 7
/** No week of a county has more; the answer says when rows were cut. */
export const ROOM_ROWS = 500
const Booking = z.object({
  id: z.number(),
  title: z.string(),
  status: z.number(),
  statusName: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  /** titles of other activities at the same place at the same time */
  clashes: z.array(z.string()),
})
export type Booking = z.output<typeof Booking>
const Room = z.object({ place: z.string(), bookings: z.array(Booking) })
export type Room = z.output<typeof Room>

export const rooms = {
  week: get('/train/activity/rooms', {
    access: can('train:read'),
    query: query({ from: isoDate }),
    returns: z.object({ from: z.string(), to: z.string(), cut: z.boolean(), list: z.array(Room) }),
    summary: '一周内各场地的活动与撞期',
  }),
}
