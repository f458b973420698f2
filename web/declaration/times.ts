import { localMinute } from '../kit/date/local-time.ts'
import { daysFromTo } from '../../contract/shanghai.ts'

/** An instant as 'YYYY-MM-DD HH:mm' in Shanghai; empty and unreadable ones as 无. */
export const timeText = (iso: string | null | undefined): string => localMinute(iso) || '无'

/** "剩 3 天", "剩 3 个工作日", "今天截止", "已截止": working days where the server counts them for the term, else calendar days in Shanghai. */
export function remaining(iso: string | null, workdaysLeft: number | null, now = new Date()): { text: string; urgent: boolean } | null {
  if (!iso) return null
  const end = new Date(iso)
  if (end.getTime() < now.getTime()) return { text: '已截止', urgent: true }
  const days = daysFromTo(now.getTime(), end.getTime())
  return days === 0
    ? { text: '今天截止', urgent: true }
    : { text: workdaysLeft ? `剩 ${workdaysLeft} 个工作日` : `剩 ${days} 天`, urgent: days <= 7 }
}
