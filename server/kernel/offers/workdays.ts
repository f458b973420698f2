import chineseDays from 'chinese-days'
import { addDays, dateOf } from '../clock.ts'
import type { Db } from '../db/index.ts'

/** Days that the office set itself; they override the published calendar of the State Council (package chinese-days). */
export async function overrides(db: Db): Promise<Map<string, 'off' | 'work'>> {
  const rows = await db.selectFrom('holiday').select(['day', 'kind']).execute()
  return new Map(rows.map(({ day, kind }) => [day, kind]))
}

/** Whether a date ('YYYY-MM-DD') is a working day: the `holiday` table first, then the published calendar, then Monday to Friday. */
export async function isWorkday(db: Db, date: string): Promise<boolean> {
  return worksOn(date, await overrides(db))
}

/**
 * A date without the office's overrides; `holiday` names the holiday that the date belongs to or makes up for (国庆节), empty for an ordinary
 * day.
 */
export function publishedDay(date: string): { works: boolean; holiday: string } {
  const { work, name } = chineseDays.getDayDetail(date)
  // A holiday is named `National Day,国庆节,3`, an ordinary day `Monday`.
  return { works: work, holiday: name.split(',')[1] ?? '' }
}

const worksOn = (date: string, own: ReadonlyMap<string, 'off' | 'work'>): boolean => {
  const decided = own.get(date)
  return decided === undefined ? chineseDays.isWorkday(date) : decided === 'work'
}

/** The date `days` working days after `date` (before it when negative); the day itself does not count. 0 answers the date. */
export async function addWorkdays(db: Db, date: string, days: number): Promise<string> {
  return workdaysAfter(await overrides(db), date, days)
}

/** The same for each of these dates, in one query. */
export async function addWorkdaysToEach(db: Db, dates: Iterable<string>, days: number): Promise<Map<string, string>> {
  const own = await overrides(db)
  return new Map([...new Set(dates)].map((date) => [date, workdaysAfter(own, date, days)]))
}

function workdaysAfter(own: ReadonlyMap<string, 'off' | 'work'>, date: string, days: number): string {
  const step = days < 0 ? -1 : 1
  let at = date
  for (let left = Math.abs(days); left > 0;) {
    at = addDays(at, step)
    if (worksOn(at, own)) left--
  }
  return at
}

/** Working days after `from` up to and including `to`; negative when `to` is earlier. */
export async function countWorkdays(db: Db, from: string, to: string): Promise<number> {
  if (to < from) return -(await countWorkdays(db, to, from))
  const own = await overrides(db)
  let count = 0
  for (let at = addDays(from, 1); at <= to; at = addDays(at, 1)) if (worksOn(at, own)) count++
  return count
}

/**
 * Working days from today until each of these deadlines (instants), negative after it: whatever says by how many days something is late or
 * due asks here, so that the workbench, the lists and the record agree (ADR 1014). The calendar is read once for all; the answer knows these
 * deadlines only, and null for null.
 */
export async function workdaysUntil(
  db: Db,
  now: Date,
  deadlines: readonly (string | null)[],
): Promise<(deadline: string | null) => number | null> {
  const today = dateOf(now)
  const dayOf = (deadline: string) => dateOf(new Date(deadline))
  const all = [today, ...deadlines.flatMap((at) => (at === null ? [] : dayOf(at)))].toSorted()
  if (all.length === 1) return () => null
  const { days, numbers } = await workdayNumbers(db, all[0]!, all.at(-1)!)
  const numberOf = new Map(days.map((day, n) => [day, numbers[n]!]))
  return (deadline) => (deadline === null ? null : numberOf.get(dayOf(deadline))! - numberOf.get(today)!)
}

/**
 * Every date from one to another, both included, each with the number of working days up to it: the difference of two numbers equals
 * `countWorkdays`.
 */
export async function workdayNumbers(db: Db, from: string, to: string): Promise<{ days: string[]; numbers: number[] }> {
  const own = await overrides(db)
  const [days, numbers]: [string[], number[]] = [[], []]
  for (let at = from, n = 0; at <= to; at = addDays(at, 1)) {
    if (worksOn(at, own)) n++
    days.push(at)
    numbers.push(n)
  }
  return { days, numbers }
}
