import { expect, it } from 'vitest'
import { remaining, timeText } from './times.ts'

it('shows times and remaining days in Shanghai time', () => {
  expect(timeText(null)).toBe('无')
  expect(timeText('2026-11-20T16:30:00.000Z')).toBe('2026-11-21 00:30')
  const now = new Date('2026-11-20T15:00:00Z')
  expect(remaining('2026-11-20T14:59:00Z', null, now)).toEqual({ text: '已截止', urgent: true })
  expect(remaining('2026-11-20T15:30:00Z', null, now)).toEqual({ text: '今天截止', urgent: true })
  expect(remaining('2026-11-20T16:30:00Z', null, now)).toEqual({ text: '剩 1 天', urgent: true })
  expect(remaining('2026-11-30T16:00:00Z', null, now)).toEqual({ text: '剩 11 天', urgent: false })
  expect(remaining('2026-11-30T15:59:59Z', 6, now)).toEqual({ text: '剩 6 个工作日', urgent: false })
})
