import { describe, expect, it } from 'vitest'
import { amountCeiling } from './ceiling.ts'

const isTrue = { field: 'isHNTE', op: 'eq', value: true }
const most = (...benefits: ({ kind: string } & Record<string, unknown>)[]) => amountCeiling({ benefits })

describe('最高额度', () => {
  it('counts a factor that raises the amount', () => {
    expect(most({ kind: 'fixed', amount: 10, factors: [{ when: isTrue, times: 1.2 }] })).toBe(12)
    expect(most({ kind: 'fixed', amount: 10, cap: 11, factors: [{ when: isTrue, times: 1.2 }] })).toBe(11)
    expect(most({ kind: 'fixed', amount: 10, factors: [{ when: isTrue, times: 0.5 }] })).toBe(10)
    const byOption = { kind: 'lookup', map: { a: 20, b: 50 }, factors: [{ field: 'x', map: { a: 1, b: 1.5 } }] }
    expect(most(byOption)).toBe(75)
  })
  it('a group pays its best member or all of them, and levels pay the highest', () => {
    const items = [
      { kind: 'fixed', amount: 10 },
      { kind: 'fixed', amount: 30 },
    ]
    expect(most({ kind: 'group', items, combine: 'max' })).toBe(30)
    expect(most({ kind: 'group', items })).toBe(40)
    const levels = [
      { from: 1, amount: 20 },
      { from: 2, amount: 50 },
    ]
    expect(most({ kind: 'reach', base: 'revenueY1', levels })).toBe(50)
  })
  it('is null where a benefit has no maximum', () => {
    expect(most({ kind: 'rate', base: 'revenueY1', rate: 0.1 } as { kind: string }, { kind: 'fixed', amount: 1 })).toBeNull()
    expect(most({ kind: 'honor' })).toBeNull()
    expect(most({ kind: 'fixed', amount: 1 }, { kind: 'negotiated', cap: 9 })).toBeNull()
  })
})
