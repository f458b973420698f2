import { addDays, dateOf, daysBetween, today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'

interface Watched {
  shown: boolean
  fresh_days: number | null
  publish_time: string | null
}

/**
 * Days by which a column is overdue (V-02), negative while days are left; null without a limit or when not shown. A column without articles
 * counts from its publication.
 */
export function lateness(k: Kernel, column: Watched, newest: string | null): number | null {
  const since = newest ?? column.publish_time
  if (!column.shown || column.fresh_days === null || since === null) return null
  return daysBetween(addDays(dateOf(new Date(since)), column.fresh_days), today(k.clock))
}
