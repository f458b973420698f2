import { daysFromTo, shanghaiTime } from '../../../contract/shanghai.ts'

/** An instant as Shanghai time, `YYYY-MM-DD HH:mm:ss`; empty when unreadable. */
export function localTime(instant: string | null | undefined): string {
  const at = instant ? Date.parse(instant) : Number.NaN
  return Number.isNaN(at) ? '' : shanghaiTime(at).replace('T', ' ')
}
export const localMinute = (instant: string | null | undefined): string => localTime(instant).slice(0, 16)

export interface Due {
  tone: 'urgent' | 'none'
  text: string
}

/**
 * A deadline relative to today: past ones in words, the last three days counted, later ones as a date. A term of working days is counted in
 * those, as the server counts them (`workdaysLeft`); another date in calendar days in Shanghai.
 */
export function dueOf(deadline: string | null, now: number, workdaysLeft: number | null = null): Due | null {
  const at = deadline ? Date.parse(deadline) : Number.NaN
  if (Number.isNaN(at)) return null
  const days = daysFromTo(now, at)
  const left = workdaysLeft ?? days
  const unit = workdaysLeft === null ? '天' : '个工作日'
  if (at < now) return { tone: 'urgent', text: left >= 0 ? '已超期' : `已超期 ${-left} ${unit}` }
  if (days === 0) return { tone: 'urgent', text: '今天到期' }
  return left > 0 && left <= 3 ? { tone: 'urgent', text: `剩 ${left} ${unit}` } : { tone: 'none', text: localTime(deadline).slice(0, 10) }
}
