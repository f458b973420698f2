import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** Somebody's day that a calendar shows. */
export interface CalendarDate {
  /** the same for the same thing at every asking, such as `policy-5` */
  uid: string
  /** as in 2026-08-01, in Shanghai */
  day: string
  /** instants where it has hours; a whole day without */
  span?: { start: string; end: string }
  place?: string
  /** counts the changes of the same thing */
  sequence?: number
  /** instant of the last change */
  changedAt?: string
  cancelled?: boolean
  title: string
  /** lines under the title */
  lines: readonly string[]
  path: string
}

/** Whose calendar is read; a company's account has its company. */
export interface CalendarOwner {
  userId: number
  companyId: number | null
}
type Find = (owner: CalendarOwner, limit: number) => Promise<CalendarDate[]>

const sources = perKernel((): Find[] => [])

/** A domain offers days to people's calendars when it joins: from today on, the nearest first, at most `limit`. */
export const offersDates = (k: Kernel, find: Find): void => void sources(k).push(find)

/** The nearest days of all domains for one person. */
export async function datesOf(k: Kernel, owner: CalendarOwner, limit: number): Promise<CalendarDate[]> {
  const found = await Promise.all(sources(k).map((find) => find(owner, limit)))
  return found
    .flat()
    .sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))
    .slice(0, limit)
}
