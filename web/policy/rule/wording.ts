import type { PolicyListItem } from '../../../contract/policy.ts'
import { money } from '../../kit/money.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'

/** The Shanghai date of an instant, such as 2026-08-01. */
export const day = (instant: string | null): string => (instant ? shanghaiDay(Date.parse(instant)) : '无')

/** The application window for a reader: a word for the state, and its urgency (red only for time pressure). */
export function windowOf(item: Pick<PolicyListItem, 'status' | 'statusName' | 'daysLeft' | 'applyTo' | 'applyFrom'>): {
  text: string
  urgent: boolean
  over: boolean
} {
  if (item.status === 'repealed') return { text: '已废止', urgent: false, over: true }
  if (item.status === 'closed') return { text: '已截止', urgent: false, over: true }
  if (item.status === 'notYet') return { text: item.applyFrom ? `${item.applyFrom} 起申报` : '未开始', urgent: false, over: false }
  if (item.daysLeft === null) return { text: '常年可申报', urgent: false, over: false }
  if (item.daysLeft === 0) return { text: '今天截止', urgent: true, over: false }
  return { text: `剩 ${item.daysLeft} 天`, urgent: item.status === 'closing', over: false }
}

export const ceiling = (item: Pick<PolicyListItem, 'maxAmount'>): string | null =>
  item.maxAmount === null || item.maxAmount === 0 ? null : `最高 ${money(item.maxAmount)}`
