import { expect, it } from 'vitest'
import { reversedRanges } from './read-filters.ts'

const DAYS = '结束日期不能早于开始日期'
const NUMBERS = '上限不能小于下限'

it('a range whose end lies before its beginning is found at its end, whatever it is a range of', () => {
  expect(reversedRanges({ startTime: '2026-02-01', endTime: '2026-01-31' })).toEqual([{ path: 'endTime', message: DAYS }])
  expect(reversedRanges({ startTime: '2026-02-01T00:00:00.000Z', endTime: '2026-01-31T15:59:59.000Z' })).toHaveLength(1)
  expect(reversedRanges({ deadlineEnd: '2026-01-31', deadlineStart: '2026-02-01' })).toEqual([{ path: 'deadlineEnd', message: DAYS }])
  expect(reversedRanges({ submitFrom: '2026-02-01', submitTo: '2026-01-31' })).toEqual([{ path: 'submitTo', message: DAYS }])
  expect(reversedRanges({ completenessFrom: 60, completenessTo: 59 })).toEqual([{ path: 'completenessTo', message: NUMBERS }])
  expect(reversedRanges({ areaMin: 500, areaMax: 100, priceMin: 9, priceMax: 8 })).toEqual([
    { path: 'areaMax', message: NUMBERS },
    { path: 'priceMax', message: NUMBERS },
  ])
})

it('values as they were sent are told apart as numbers and days', () => {
  expect(reversedRanges({ areaMin: '500', areaMax: '100', startTime: '2026-02-01', endTime: '2026-01-31' })).toEqual([
    { path: 'areaMax', message: NUMBERS },
    { path: 'endTime', message: DAYS },
  ])
  expect(reversedRanges({ areaMin: '9', areaMax: '10', startTime: 'abc', endTime: '2026-01-31', priceMin: '5', priceMax: '' })).toEqual([])
})

it('one value, an open range, and what is no range stand', () => {
  for (const filters of [
    { startTime: '2026-02-01', endTime: '2026-02-01' },
    { areaMin: 0, areaMax: 0 },
    { areaMin: 500 },
    { areaMax: 100, loadMin: 500 },
    { areaMin: 500, areaMax: undefined },
    { startTime: '2026-02-01', endTime: null },
    // Numbers are compared as numbers, and with nothing else.
    { areaMin: 9, areaMax: 10 },
    { areaMin: 9, areaMax: '8' },
    { keyword: '乙', page: 3, pageSize: 1 },
    {},
    undefined,
    null,
    'Min',
  ])
    expect(reversedRanges(filters), JSON.stringify(filters)).toEqual([])
})
