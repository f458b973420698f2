import { expect, test } from 'vitest'
import { show, showNumber, showSize } from './values.ts'

test('V038 M058: null-ish values read 无', () => {
  for (const none of [null, undefined, '', 'null', 'undefined', Number.NaN, []]) expect(show(none)).toBe('无')
  expect(showNumber(null)).toBe('无')
})
test('V038: 0 and false are values', () => {
  expect(show(0)).toBe('0')
  expect(show(false)).toBe('false')
  expect(showNumber(0, 2)).toBe('0.00')
  expect(showNumber(1234567.5)).toBe('1,234,567.5')
  expect(showNumber(3.1234567)).toBe('3.1234567')
  expect(showNumber(0.1 + 0.2)).toBe('0.3')
})
test('sizes are shown in the largest unit that gives at least 1', () => {
  expect([0, 1023, 1024, 1024 ** 2 * 1.5, 1024 ** 3 * 2, 1024 ** 4 * 3, 1024 ** 5 * 4].map(showSize)).toEqual([
    '0 B',
    '1023 B',
    '1 KB',
    '1.5 MB',
    '2.0 GB',
    '3.0 TB',
    '4096.0 TB',
  ])
})
