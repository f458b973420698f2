import { expect, test } from 'vitest'
import { quickRanges } from './quick-ranges.ts'

const named = (at: string) => Object.fromEntries(quickRanges(Date.parse(at)).map(({ label, start, end }) => [label, [start, end]]))

test('one day is a range from itself to itself, seven days count today, a month ends with its last day', () =>
  expect(named('2026-03-01T01:00:00+08:00')).toEqual({
    当天: ['2026-03-01', '2026-03-01'],
    昨天: ['2026-02-28', '2026-02-28'],
    近7天: ['2026-02-23', '2026-03-01'],
    本月: ['2026-03-01', '2026-03-31'],
  }))

test('the day is that of Shanghai, even while it is still yesterday elsewhere', () => {
  expect(named('2026-12-31T16:30:00Z')['当天']).toEqual(['2027-01-01', '2027-01-01'])
  expect(named('2026-12-31T15:30:00Z')['本月']).toEqual(['2026-12-01', '2026-12-31'])
})
