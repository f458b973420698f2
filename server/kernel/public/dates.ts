import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** A day of a person that a calendar shows. */
export interface CalendarDate {
  /** stays the same for the same thing, such as `policy-5` */
  uid: string
  /** as in 2026-08-01, in Shanghai */
  day: string
  /** begin and end instants; left out for a whole day */
  span?: { start: string; end: string }
  place?: string
  /** number of changes of this date */
  sequence?: number
  /** instant of the last change */
  changedAt?: string
  cancelled?: boolean
  title: string
  /** lines under the title */
  lines: readonly string[]
  path: string
}

/** The user whose calendar is read; a company account also has its company. */
export interface CalendarOwner {
  userId: number
  companyId: number | null
}
type Find = (owner: CalendarOwner, limit: number) => Promise<CalendarDate[]>

const sources = perKernel((): Find[] => [])

/** A domain registers days for personal calendars when it joins: from today on, the nearest first, at most `limit`. */
export const offersDates = (k: Kernel, find: Find): void => void sources(k).push(find)

/** The nearest days of all domains for one person. */
export async function datesOf(k: Kernel, owner: CalendarOwner, limit: number): Promise<CalendarDate[]> {
  const found = await Promise.all(sources(k).map((find) => find(owner, limit)))
  return found
    .flat()
    .sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))
    .slice(0, limit)
}
