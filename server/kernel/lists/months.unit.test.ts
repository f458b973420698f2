import { expect, test } from 'vitest'
import { monthsBefore, monthsBetween } from './months.ts'

test('months are counted across years, and limited to the requested number', () => {
  expect(monthsBefore('2026-01-31', 2)).toBe('2025-11-01')
  expect(monthsBetween('2025-11-30', '2026-02-01')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(monthsBetween('2026-02-01', '2026-01-31')).toEqual([])
  expect(monthsBetween('1900-01-01', '2026-01-31', 3)).toEqual(['1900-01', '1900-02', '1900-03'])
})
