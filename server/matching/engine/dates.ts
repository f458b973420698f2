/** Calendar arithmetic on 'YYYY-MM-DD' texts, without time zones. */

const DAY = 86_400_000

/** Milliseconds of a real calendar day, or undefined. */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time
}

const text = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Whole days from `from` to `to`; the same day is 0 (data README: 不加 1). */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

export const addDays = (date: string, days: number): string => text(Date.parse(`${date}T00:00:00Z`) + days * DAY)

/** The same day `months` later; the last day of the month where it does not exist. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return text(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, last)))
}

/** Completed months: the last day of a month replaces a day that it lacks (29 February + 12 months = 28 February). */
export function wholeMonths(from: string, to: string): number {
  const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
  return addMonths(from, months) > to ? months - 1 : months
}

/** Begun months: a remainder after the completed months counts as one (不足一个月按一个月计). */
export function begunMonths(from: string, to: string): number {
  const months = wholeMonths(from, to)
  return addMonths(from, months) < to ? months + 1 : months
}

/** Completed years, counted in the same way. */
export const wholeYears = (from: string, to: string): number => Math.floor(wholeMonths(from, to) / 12)
