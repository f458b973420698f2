import { addDays, today } from '../clock.ts'
import { invalidField } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { monthsBefore } from './months.ts'

/** Days that figures are asked for; a side that is not said is as usual. */
export interface Period {
  startTime?: string | undefined
  endTime?: string | undefined
}
const MOST_DAYS = 3660

/** The days asked for; the twelve months up to now unless said otherwise. Throws at the field where they are none, or too many. */
export function daysOf(k: Kernel, { startTime, endTime }: Period): { from: string; to: string } {
  const to = endTime ?? today(k.clock)
  const from = startTime ?? monthsBefore(to, 11)
  if (from > to) throw invalidField('endTime', '结束日期不能早于开始日期')
  if (addDays(from, MOST_DAYS) < to) throw invalidField('startTime', '一次最多统计 10 年')
  return { from, to }
}
