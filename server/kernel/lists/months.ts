import { sql, type RawBuilder } from 'kysely'

/** The month ('YYYY-MM') of an instant in Shanghai. */
export const monthOf = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM')`

/** The first day of the month that lies `months` months before a day. */
export function monthsBefore(day: string, months: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - months)
  return at.toISOString().slice(0, 10)
}

/** The months ('YYYY-MM') from one day to another, both included; at most `most`. Ten years touch up to 122 months. */
export function monthsBetween(from: string, to: string, most = 122): string[] {
  const names: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7) && names.length < most; month = monthsBefore(`${month}-01`, -1).slice(0, 7))
    names.push(month)
  return names
}
