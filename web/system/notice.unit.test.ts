import { expect, test } from 'vitest'
import { clock } from './notice-time.ts'

test('a time is shown in its shortest clear form', () => {
  const now = Date.parse('2026-03-02T01:00:00Z')
  expect(clock('2026-03-02T00:30:00Z', now)).toBe('今天 08:30')
  // In London this is still the day before, in Shanghai already today.
  expect(clock('2026-03-01T16:10:00Z', now)).toBe('今天 00:10')
  expect(clock('2026-03-01T15:59:00Z', now)).toBe('昨天 23:59')
  expect(clock('2026-02-01T02:00:00Z', now)).toBe('02-01 10:00')
  expect(clock('2025-12-31T02:00:00Z', now)).toBe('2025-12-31')
  expect(clock('soon', now)).toBe('')
})
