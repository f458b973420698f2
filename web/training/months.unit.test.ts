import { expect, test } from 'vitest'
import { daysOfMonth, lastDay, monthOf, nextMonth } from './months.ts'

test('a month contains each of its days once, in weeks that begin on Monday', () => {
  for (const [month, days, weeks] of [
    ['2026-11', 30, 6],
    ['2028-02', 29, 5],
    ['2027-02', 28, 4],
  ] as const) {
    const grid = daysOfMonth(month)
    expect(grid).toHaveLength(weeks)
    expect(grid.flat().filter(Boolean)).toHaveLength(days)
    for (const week of grid) expect(week).toHaveLength(7)
    for (const [n, day] of grid.flat().entries()) if (day) expect((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7).toBe(n % 7)
  }
  expect(lastDay('2026-12')).toBe('2026-12-31')
})
test('the previous and the next month, across the end of a year', () => {
  expect([nextMonth('2026-12', 1), nextMonth('2027-01', -1), nextMonth('2026-05', 0)]).toEqual(['2027-01', '2026-12', '2026-05'])
})
test('a text that is not a month gives null', () => {
  expect(['2026-13', '2026-1', 'x', '', undefined].map(monthOf)).toEqual([null, null, null, null, null])
})
