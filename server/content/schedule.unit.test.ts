import { describe, expect, it } from 'vitest'
import { scheduleOf } from './schedule.ts'

/** Calculated by hand: 12 万元, 6 % a year (half a percent a month), three months. */
const loan = { amount: 12_000_000, rate: '6', months: 3 } as const

describe('the cost of a loan by month, in 分', () => {
  it('等额本金: a third each month, interest on the remaining loan', () => {
    const { rows, interest, total } = scheduleOf({ ...loan, repay: 'equalPart' })
    expect(rows.map((row) => [row.principal, row.interest, row.rest])).toEqual([
      [4_000_000, 60_000, 8_000_000],
      [4_000_000, 40_000, 4_000_000],
      [4_000_000, 20_000, 0],
    ])
    expect([interest, total]).toEqual([120_000, 12_120_000])
  })
  it('等额本息: 40,400.67 元 twice, and the last payment takes up the rounding', () => {
    // 120000 × 0.005 × 1.005³ ÷ (1.005³ − 1) = 40400.665…
    const { rows, interest, total } = scheduleOf({ ...loan, repay: 'equalSum' })
    expect(rows.map((row) => [row.principal, row.interest, row.total, row.rest])).toEqual([
      [3_980_067, 60_000, 4_040_067, 8_019_933],
      [3_999_967, 40_100, 4_040_067, 4_019_966],
      [4_019_966, 20_100, 4_040_066, 0],
    ])
    expect([interest, total]).toEqual([120_200, 12_120_200])
  })
  it('先息后本: interest each month, the loan with the last payment', () => {
    const { rows, interest } = scheduleOf({ ...loan, repay: 'interestFirst' })
    expect(rows.map((row) => [row.principal, row.interest])).toEqual([
      [0, 60_000],
      [0, 60_000],
      [12_000_000, 60_000],
    ])
    expect(interest).toBe(180_000)
  })
  it('rounds the interest of each month to 分, half a 分 up', () => {
    // 1,000.00 元 at 4.35 %: 3.625 元 a month.
    expect(scheduleOf({ amount: 100_000, rate: '4.35', months: 1, repay: 'interestFirst' }).interest).toBe(363)
  })
  it('pays back exactly the loan, for any rate and duration', () => {
    for (const repay of ['equalSum', 'equalPart', 'interestFirst'] as const)
      for (const rate of ['0', '3.45', '4.785', '12'])
        for (const months of [1, 7, 36, 360]) {
          const { rows, interest, total } = scheduleOf({ amount: 33_333_301, rate, months, repay })
          expect(rows.reduce((all, row) => all + row.principal, 0)).toBe(33_333_301)
          expect(rows.at(-1)!.rest).toBe(0)
          expect(total).toBe(33_333_301 + interest)
          expect(rows.every((row) => row.principal >= 0 && row.interest >= 0)).toBe(true)
        }
  })
})
