const MINUTE = 60_000
const OFFSET = 8 * 3_600_000
const DAYS = ['日', '一', '二', '三', '四', '五', '六']

const two = (n: string) => n.padStart(2, '0')

/** The cron expression of a recurring job in words. Covers minutes, hours, a day of the week, and a day of all or some months. */
export function planWords(cron: string): string {
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = cron.split(' ')
  if (minute === '*') return '每分钟'
  if (minute.startsWith('*/')) return `每 ${minute.slice(2)} 分钟`
  if (hour === '*') return `每小时的 ${minute} 分`
  const time = `${two(hour)}:${two(minute)}`
  if (day !== '*') return `${month === '*' ? '每月' : `${month.replaceAll(',', '、')} 月`} ${day} 日 ${time}`
  return weekday === '*' ? `每天 ${time}` : `每周${DAYS[Number(weekday)] ?? weekday} ${time}`
}

const fits = (field: string, value: number) =>
  field === '*' || (field.startsWith('*/') ? value % Number(field.slice(2)) === 0 : field.split(',').map(Number).includes(value))

/** The next run of a cron expression after `now`, in Shanghai time; null when there is none within a year. */
export function nextRun(cron: string, now: Date): Date | null {
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = cron.split(' ')
  const first = Math.floor(now.getTime() / MINUTE + 1) * MINUTE
  for (let at = first, end = first + 366 * 1440 * MINUTE; at < end; at += MINUTE) {
    const local = new Date(at + OFFSET)
    if (
      fits(minute, local.getUTCMinutes())
      && fits(hour, local.getUTCHours())
      && fits(day, local.getUTCDate())
      && fits(month, local.getUTCMonth() + 1)
      && fits(weekday, local.getUTCDay())
    )
      return new Date(at)
  }
  return null
}
