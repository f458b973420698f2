import { describe, expect, test } from 'vitest'
import { dateFormats, readTyped, showDate, storedPattern } from './date-format.ts'

const at = '2026-03-01 14:05:09'

describe('the seven date formats of spec §3', () => {
  test('K076 K077 K078 K079 K080 K081 K082: each format shows the same moment, in 24 hours', () => {
    expect(dateFormats).toEqual(['YYYY-MM-DD', 'YYYY-MM-DD hh:mm:ss', 'hh:mm:ss', 'YYYY-MM', 'DD', 'YYYY-MM-DD Week', 'hh:mm'])
    expect(showDate(at, 'YYYY-MM-DD')).toBe('2026-03-01')
    expect(showDate(at, 'YYYY-MM-DD hh:mm:ss')).toBe('2026-03-01 14:05')
    expect(showDate('14:05:09', 'hh:mm:ss')).toBe('14:05:09')
    expect(showDate(at, 'YYYY-MM')).toBe('2026-03')
    expect(showDate('01', 'DD')).toBe('01')
    expect(showDate(at, 'YYYY-MM-DD Week')).toBe('2026-03-01 星期日')
    expect(showDate('14:05', 'hh:mm')).toBe('14:05')
  })
  test('K077 is stored with seconds, which are not shown', () => expect(storedPattern('YYYY-MM-DD hh:mm:ss')).toBe('YYYY-MM-DD HH:mm:ss'))
  test('ISO text with a zone keeps its written day', () =>
    expect(showDate('2026-11-20T23:30:00.000+08:00', 'YYYY-MM-DD')).toBe('2026-11-20'))
  test('an instant of the server is shown in Shanghai time', () => {
    expect(showDate('2026-11-20T16:30:00.123456Z', 'YYYY-MM-DD hh:mm:ss')).toBe('2026-11-21 00:30')
    expect(showDate('2026-11-20T16:30:00Z', 'YYYY-MM-DD')).toBe('2026-11-21')
  })
  test('unreadable values are returned unchanged', () => expect(showDate('近期', 'YYYY-MM-DD')).toBe('近期'))
  // Before: the last day of a period was lost, because it ended when that day began.
  test('an end typed as a day is the end of that day', () => {
    for (const typed of ['2026-12-05', '2026/12/5', '2026年12月5日'])
      expect(readTyped(typed, 'YYYY-MM-DD hh:mm:ss', true)).toBe('2026-12-05 23:59:59')
    expect(readTyped('2026-12-05 00:00', 'YYYY-MM-DD hh:mm:ss', true)).toBe('2026-12-05 00:00:00')
    expect(readTyped('2026-12-05', 'YYYY-MM-DD', true)).toBe('2026-12-05')
    expect(readTyped('2026-12', 'YYYY-MM', true)).toBe('2026-12')
  })
  test('typed dates are accepted in the usual notations', () => {
    for (const typed of ['2026-3-1', '2026-03-01', '2026/3/1', '2026.3.1', '20260301', '2026年3月1日', ' 2026-03-01 '])
      expect(readTyped(typed, 'YYYY-MM-DD')).toBe('2026-03-01')
    expect(readTyped('2026/3/1 9:30', 'YYYY-MM-DD hh:mm:ss')).toBe('2026-03-01 09:30:00')
    expect(readTyped('2026-3-1', 'YYYY-MM-DD hh:mm:ss')).toBe('2026-03-01 00:00:00')
    expect(readTyped('2026/3', 'YYYY-MM')).toBe('2026-03')
    expect(readTyped('9:05', 'hh:mm')).toBe('09:05')
    expect(readTyped('5', 'DD')).toBe('05')
    for (const wrong of ['2026-02-30', '昨天', '2026-13-01', '']) expect(readTyped(wrong, 'YYYY-MM-DD')).toBeNull()
  })
})
