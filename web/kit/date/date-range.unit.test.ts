import dayjs from 'dayjs'
import { describe, expect, test } from 'vitest'
import { changeRange, endIsImpossible } from './date-range.ts'

const day = 'YYYY-MM-DD'
const change = (
  start: string | null,
  end: string | null,
  changed: 'start' | 'end',
  value: string | null,
  format: Parameters<typeof changeRange>[3] = day,
) => changeRange({ start, end }, changed, value, format)

describe('date range', () => {
  test('V016: a start moved after the end clears the end', () =>
    expect(change('2024-01-01', '2024-01-05', 'start', '2024-01-06')).toEqual({ range: { start: '2024-01-06', end: null }, refused: null }))
  test('V016: an end moved before the start clears the start', () =>
    expect(change('2024-01-03', '2024-01-05', 'end', '2024-01-02')).toEqual({ range: { start: null, end: '2024-01-02' }, refused: null }))
  test('V016: days before the start cannot be chosen as the end', () => {
    expect(endIsImpossible(dayjs('2024-01-01') as never, { start: '2024-01-02', end: null }, day)).toBe(true)
    expect(endIsImpossible(dayjs('2024-01-03') as never, { start: '2024-01-02', end: null }, day)).toBe(false)
    expect(endIsImpossible(dayjs('2024-01-01') as never, { start: null, end: null }, day)).toBe(false)
  })
  test('V017 M043: equal dates are refused with the words of the specification', () => {
    for (const [value, format] of [
      ['2024-01-01', day],
      ['2024-01', 'YYYY-MM'],
      ['08:00', 'hh:mm'],
    ] as const) {
      const { range, refused } = changeRange({ start: value, end: null }, 'end', value, format)
      expect(refused).toBe('开始时间和结束时间不能相等')
      expect(range).toEqual({ start: null, end: value })
    }
  })
  test('V017: two times of one day are a range', () =>
    expect(change('2024-01-01 08:00:00', null, 'end', '2024-01-01 09:00:00', 'YYYY-MM-DD hh:mm:ss').refused).toBeNull())
  test('a range with one side or none is no conflict', () => {
    expect(change(null, null, 'start', '2024-01-01')).toEqual({ range: { start: '2024-01-01', end: null }, refused: null })
    expect(change('2024-01-01', '2024-01-02', 'end', null)).toEqual({ range: { start: '2024-01-01', end: null }, refused: null })
    expect(change('2024-01-01', null, 'end', '2024-01-02')).toEqual({ range: { start: '2024-01-01', end: '2024-01-02' }, refused: null })
  })
})
