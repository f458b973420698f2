import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../clock.ts'

/** The first instant of a day in Shanghai, as text for the database. */
export const dayStart = (day: string): string => `${day}T00:00:00+08:00`
/** The first instant after a day in Shanghai. */
export const dayAfter = (day: string): string => dayStart(addDays(day, 1))

/** The condition that an instant lies within these days in Shanghai, both included. A missing bound is open. */
export function dayRange(column: string, from: string | null | undefined, to: string | null | undefined): RawBuilder<boolean> {
  const at = sql.ref(column)
  const since = sql<boolean>`${at} >= ${from && dayStart(from)}::timestamptz`
  const until = sql<boolean>`${at} < ${to && dayAfter(to)}::timestamptz`
  return from && to ? sql<boolean>`(${since} and ${until})` : from ? since : to ? until : sql<boolean>`true`
}
