import dayjs from 'dayjs'
import { DAY_MS, shanghaiDay } from '../../../contract/shanghai.ts'

export interface QuickRange {
  label: string
  start: string
  end: string
}

/** Frequent day ranges for searching lists, in Shanghai time. One day is a range from itself to itself, because lists include both ends. */
export function quickRanges(now: number): readonly QuickRange[] {
  const day = (ago: number) => shanghaiDay(now - ago * DAY_MS)
  const month = dayjs(day(0))
  return [
    { label: '当天', start: day(0), end: day(0) },
    { label: '昨天', start: day(1), end: day(1) },
    { label: '近7天', start: day(6), end: day(0) },
    { label: '本月', start: month.startOf('month').format('YYYY-MM-DD'), end: month.endOf('month').format('YYYY-MM-DD') },
  ]
}
