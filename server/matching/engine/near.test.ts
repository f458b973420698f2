import { describe, expect, it } from 'vitest'
import { engine } from './fixtures.ts'
import type { Answers, Condition, PolicyRule } from './types.ts'

const DAY = '2026-06-30'
const verdict = (all: Condition[], answers: Answers) => {
  const policy = engine.compilePolicy({ id: 't', title: 't', conditions: { all }, benefits: [] } as PolicyRule)
  const { ruleVerdict } = engine.judge(policy, answers, { applyDate: DAY })
  const standings = engine.standings([policy], 1)
  standings.begin([engine.wordless(answers, DAY)])
  // Judging many at once gives the same result as judging one.
  expect(['match', 'unknown', 'near', 'nomatch'][standings.of(0)[0]!]).toBe(ruleVerdict)
  return ruleVerdict
}
const atLeast = (field: string, value: number): Condition => ({ field, op: 'gte', value })

describe('差一点只有真的差一点', () => {
  it('差 2,400 万元、还有 16 项不知道，不是差一点', () => {
    const open = ['techStaff', 'rdStaff', 'ipType1', 'ipType2', 'totalAssetsY1'].map((field) => atLeast(field, 1))
    expect(verdict([atLeast('revenueY1', 5000), ...open], { revenueY1: 2600 })).toBe('nomatch')
  })
  it('差距至多为门槛的三成，含本数', () => {
    expect(verdict([atLeast('revenueY1', 1000)], { revenueY1: 700 })).toBe('near')
    expect(verdict([atLeast('revenueY1', 1000)], { revenueY1: 699.99 })).toBe('nomatch')
    expect(verdict([{ field: 'debtRatio', op: 'lte', value: 0.5 }], { totalLiabilitiesY1: 65, totalAssetsY1: 100 })).toBe('near')
    expect(verdict([{ field: 'debtRatio', op: 'lte', value: 0.5 }], { totalLiabilitiesY1: 66, totalAssetsY1: 100 })).toBe('nomatch')
  })
  it('从来没有出口的，不因为“大于 0”就差一点', () => {
    expect(verdict([{ field: 'exportCreditPremium', op: 'gt', value: 0 }], { exportCreditPremium: 0 })).toBe('nomatch')
  })
  it('等待至多十二个月', () => {
    expect(verdict([atLeast('registeredDays', 365)], { registeredDate: '2026-06-30' })).toBe('near')
    expect(verdict([atLeast('registeredDays', 730)], { registeredDate: '2026-06-29' })).toBe('nomatch')
    expect(verdict([atLeast('segmentYears', 3)], { segmentYears: 2 })).toBe('near')
    expect(verdict([atLeast('segmentYears', 3)], { segmentYears: 1.5 })).toBe('nomatch')
  })
  it('至多两条不满足', () => {
    const three = ['revenueY1', 'employees', 'rdExpenseY1'].map((field) => atLeast(field, 100))
    expect(verdict(three, { revenueY1: 90, employees: 90, rdExpenseY1: 100 })).toBe('near')
    expect(verdict(three, { revenueY1: 90, employees: 90, rdExpenseY1: 90 })).toBe('nomatch')
  })
  it('至多三条不知道；几选一算一条', () => {
    const fields = ['techStaff', 'rdStaff', 'ipType1', 'ipType2']
    const open = fields.map((field) => atLeast(field, 1))
    expect(verdict([atLeast('revenueY1', 100), ...open.slice(1)], { revenueY1: 90 })).toBe('near')
    expect(verdict([atLeast('revenueY1', 100), ...open], { revenueY1: 90 })).toBe('nomatch')
    expect(verdict([atLeast('revenueY1', 100), { any: open }], { revenueY1: 90 })).toBe('near')
  })
  it('不能补的一条也不行', () => {
    expect(
      verdict([atLeast('revenueY1', 100), { field: 'seriousDishonest', op: 'eq', value: false }], {
        revenueY1: 90,
        seriousDishonest: true,
      }),
    ).toBe('nomatch')
  })
})
