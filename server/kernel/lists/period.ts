import { addDays, today } from '../clock.ts'
import { invalidField } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { monthsBefore } from './months.ts'

/** The requested days of statistics; a missing bound takes its default. */
export interface Period {
  startTime?: string | undefined
  endTime?: string | undefined
}
const MOST_DAYS = 3660

/** The requested days; by default the last twelve months. Throws at the field when the dates are invalid or too far apart. */
export function daysOf(k: Kernel, { startTime, endTime }: Period): { from: string; to: string } {
  const to = endTime ?? today(k.clock)
  const from = startTime ?? monthsBefore(to, 11)
  if (from > to) throw invalidField('endTime', '结束日期不能早于开始日期')
  if (addDays(from, MOST_DAYS) < to) throw invalidField('startTime', '一次最多统计 10 年')
  return { from, to }
}
