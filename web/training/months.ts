const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/
const DAY_MS = 86_400_000
const pad = (n: number): string => String(n).padStart(2, '0')

/** The month `YYYY-MM` of an address, in this century; null for any other text. */
export const monthOf = (text: string | undefined): string | null => (text !== undefined && MONTH.test(text) ? text : null)
export const monthTitle = (month: string): string => `${Number(month.slice(0, 4))} 年 ${Number(month.slice(5))} 月`

/** The month `by` months later. */
export function nextMonth(month: string, by: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by
  return `${Math.floor(count / 12)}-${pad((count % 12) + 1)}`
}

export const lastDay = (month: string): string =>
  new Date(Date.parse(`${nextMonth(month, 1)}-01T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)

/** The weeks of a month from Monday, of seven days each; null before its first and after its last day. */
export function daysOfMonth(month: string): (string | null)[][] {
  const first = (new Date(`${month}-01T00:00:00Z`).getUTCDay() + 6) % 7
  const days: (string | null)[] = Array.from({ length: first }, () => null)
  for (let n = 1; n <= Number(lastDay(month).slice(8)); n++) days.push(`${month}-${pad(n)}`)
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The Monday of the week of this day. */
export const mondayOf = (day: string): string => shift(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
/** As many days, starting with this one. */
export const daysFrom = (day: string, count: number): string[] => Array.from({ length: count }, (_, n) => shift(day, n))
export const shift = (day: string, by: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)
/** Whether something goes on upon a day, from and until a minute `2026-11-23 09:00` each; what ends at midnight does not reach into the next day. */
export const goesOn = (from: string, to: string, day: string): boolean => from.slice(0, 10) <= day && to > `${day} 00:00`
/** `11-23 周一` */
export const dayName = (day: string): string => `${day.slice(5)} 周${'日一二三四五六'[new Date(`${day}T00:00:00Z`).getUTCDay()]}`
/** `2 天 3 小时`, `3 小时 5 分`, `5 分`: the two largest units; less than a minute counts as one. */
export function untilText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days > 0) return `${days} 天${hours > 0 ? ` ${hours} 小时` : ''}`
  return hours > 0 ? `${hours} 小时${rest > 0 ? ` ${rest} 分` : ''}` : `${rest} 分`
}
