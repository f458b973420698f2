import { expect, it } from 'vitest'
import { endWords } from './delegation-end.ts'

it('the end of a delegation names who ended it, when and why, as far as it is known', () => {
  const end = { endedBy: '领导 于川', endedAt: '2026-11-30T02:30:00.000Z', endReason: '同期出差' }
  expect(endWords(end)).toBe('领导 于川 于 2026-11-30 10:30 结束。原因：同期出差')
  expect(endWords({ ...end, endReason: null })).toBe('领导 于川 于 2026-11-30 10:30 结束')
  expect(endWords({ ...end, endedBy: null, endReason: null })).toBe('于 2026-11-30 10:30 结束')
})
