import { expect, test } from 'vitest'
import { dayName, daysFrom, daysOfMonth, goesOn, lastDay, mondayOf, monthOf, nextMonth, untilText } from './months.ts'

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
test('a week begins on Monday, even across the end of a month and of February', () => {
  expect(['2026-11-23', '2026-11-29', '2026-12-01', '2028-02-29'].map(mondayOf)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-30',
    '2028-02-28',
  ])
  expect(daysFrom('2028-02-28', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(dayName('2026-11-29')).toBe('11-29 周日')
})
test('what ends at midnight takes no room on the next day, what lasts for days takes it on each', () => {
  const on = (from: string, to: string) => daysFrom('2026-11-28', 5).filter((day) => goesOn(from, to, day))
  expect(on('2026-11-29 20:00', '2026-11-30 00:00')).toEqual(['2026-11-29'])
  expect(on('2026-11-29 09:00', '2026-12-01 00:01')).toEqual(['2026-11-29', '2026-11-30', '2026-12-01'])
})
test('how long until something begins', () => {
  const minute = 60_000
  expect([1, 30_000, 5 * minute, 65 * minute, 120 * minute, 1440 * minute, (2 * 1440 + 180 + 5) * minute].map(untilText)).toEqual([
    '1 分',
    '1 分',
    '5 分',
    '1 小时 5 分',
    '2 小时',
    '1 天',
    '2 天 3 小时',
  ])
})
test('months of other centuries, of which no calendar can be shown, are none', () => {
  for (const wish of ['9999-12', '0000-01', '1999-01', '2026-13', '2026-1', 'x', '', undefined])
    expect(monthOf(wish), String(wish)).toBeNull()
  for (const wish of ['2000-01', '2099-12']) expect(monthOf(wish)).toBe(wish)
})
