import { addDays, dateOf, daysBetween, today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'

interface Watched {
  shown: boolean
  fresh_days: number | null
  publish_time: string | null
}

/** Days over the limit of a column (V-02); negative while days are left. An empty one counts from the day it was published. */
export function lateness(k: Kernel, column: Watched, newest: string | null): number | null {
  const since = newest ?? column.publish_time
  if (!column.shown || column.fresh_days === null || since === null) return null
  return daysBetween(addDays(dateOf(new Date(since)), column.fresh_days), today(k.clock))
}
