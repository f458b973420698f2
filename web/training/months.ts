const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/
const DAY_MS = 86_400_000
const pad = (n: number): string => String(n).padStart(2, '0')

/** The month `YYYY-MM` of an address; null for any other text. */
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
