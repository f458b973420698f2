import { describe, expect, it } from 'vitest'
import { explain } from './explain.ts'
import { engine } from './fixtures.ts'
import type { Answers, Condition } from './types.ts'

const judged = (conditions: Condition, answers: Answers, applyDate = '2026-06-30') =>
  engine.judge(engine.compilePolicy({ id: 't', title: 't', conditions: { all: [conditions] } }), answers, { applyDate })
const truth = (conditions: Condition, answers: Answers, day?: string) =>
  explain(judged(conditions, answers, day).conditions).children![0]!.result
const leaf = (conditions: Condition, answers: Answers, day?: string) => explain(judged(conditions, answers, day).conditions).children![0]!
const faults = (node: unknown) => engine.validateCondition(node)

describe('算出来的条件', () => {
  const growth: Condition = { field: '=revenueY1 / revenueY2 - 1', op: 'gte', value: 0.1 }
  it('growth is exact at the threshold, and unknown without a year or over zero', () => {
    expect(truth(growth, { revenueY1: 1100, revenueY2: 1000 })).toBe('true')
    expect(truth(growth, { revenueY1: 1099.99, revenueY2: 1000 })).toBe('false')
    expect(truth(growth, { revenueY1: 1100 })).toBe('unknown')
    expect(truth(growth, { revenueY1: 1100, revenueY2: 0 })).toBe('unknown')
  })
  it('growth over a negative figure is unknown: twice the loss is not 100 % more', () => {
    const assets: Condition = { field: '=netAssetsY1 / netAssetsY2 - 1', op: 'gte', value: 0.1 }
    expect(truth(assets, { netAssetsY1: -100, netAssetsY2: -50 })).toBe('unknown')
    expect(truth(assets, { netAssetsY1: 100, netAssetsY2: -50 })).toBe('unknown')
    expect(truth(assets, { netAssetsY1: -100, netAssetsY2: 50 })).toBe('false')
    const rule = { id: 't', title: 't', conditions: { all: [{ field: 'isHNTE', op: 'eq' as const, value: true }] } }
    const benefits = [{ kind: 'rate' as const, name: '奖', base: '=netAssetsY1 / netAssetsY2 - 1', rate: 1 }]
    const paid = engine.judge(
      engine.compilePolicy({ ...rule, benefits }),
      { isHNTE: true, netAssetsY1: -100, netAssetsY2: -50 },
      { applyDate: '2026-06-30' },
    )
    expect([paid.amount, paid.toJSON().amountReason]).toEqual([null, '“上上年末净资产”为负数，算不出增长，无法测算金额'])
  })
  it('says what it requires, what the company has, what is lacking and how large the gap is', () => {
    const open = leaf(growth, { revenueY1: 1100 })
    expect(open.sentence).toBe('上年度营业（销售）收入较前一年增长不低于10%')
    expect(open.missing).toEqual(['revenueY2'])
    const below = leaf(growth, { revenueY1: 1050, revenueY2: 1000 })
    expect([below.actualText, below.requiredText, below.gapText]).toEqual(['5%', '≥ 10%', '还差5个百分点'])
    expect(judged(growth, { revenueY1: 1080, revenueY2: 1000 }).verdict).toBe('near')
    expect(judged(growth, { revenueY1: 1050, revenueY2: 1000 }).verdict).toBe('nomatch')
  })
  it('compares one figure with another and says the gap', () => {
    const over: Condition = { field: 'rdExpenseY1', op: 'gte', value: '=rdExpenseY2 * 1.2' }
    expect(truth(over, { rdExpenseY1: 120, rdExpenseY2: 100 })).toBe('true')
    expect(truth(over, { rdExpenseY1: 119.99, rdExpenseY2: 100 })).toBe('false')
    const said = leaf(over, { rdExpenseY1: 110, rdExpenseY2: 100 })
    expect([said.sentence, said.gapText]).toEqual(['上年度研发费用不低于“上上年度研发费用 × 120%”', '还差10万元'])
    expect(truth(over, { rdExpenseY1: 110 })).toBe('unknown')
  })
  it('sums, averages and two years in a row', () => {
    const rows: Condition = { all: [growth, { field: '=revenueY2 / revenueY3 - 1', op: 'gte', value: 0.1 }] }
    expect(truth(rows, { revenueY1: 121, revenueY2: 110, revenueY3: 100 })).toBe('true')
    expect(
      truth(
        { field: '=(rdExpenseY1 + rdExpenseY2 + rdExpenseY3) / 3', op: 'gte', value: 100 },
        { rdExpenseY1: 100, rdExpenseY2: 100, rdExpenseY3: 100 },
      ),
    ).toBe('true')
    expect(truth({ field: '=yearsSum(rdExpense)', op: 'gt', value: 300 }, { rdExpenseY1: 200, rdExpenseY2: 101, operatingYears: 2 })).toBe(
      'true',
    )
  })
  it('a condition that cannot be judged is refused with its path and the reason', () => {
    expect(faults({ field: '=revenueY1 / ', op: 'gte', value: 1 })).toMatchObject([{ path: 'conditions.field' }])
    expect(faults({ field: '=revenuY1 * 2', op: 'gte', value: 1 })).toMatchObject([
      { path: 'conditions.field', message: '公式中没有字段“revenuY1”' },
    ])
    expect(faults({ field: '=sizing(a, b, c, d)', op: 'eq', value: 1 })[0]?.message).toContain('不能用函数“sizing”')
    expect(faults({ field: 'isHNTE', op: 'eq', value: '=revenueY1' })).toMatchObject([{ path: 'conditions.value' }])
    expect(faults({ field: '=revenueY1 > 2', op: 'gte', value: 2 })).toMatchObject([{ path: 'conditions.op' }])
  })
})

describe('按日历计算的日期', () => {
  const years = (op: 'gte' | 'lt', value: number): Condition => ({ field: '=years(registeredDate, applyDate)', op, value })
  const on = (condition: Condition, registeredDate: string, day: string) => truth(condition, { registeredDate }, day)
  it('满 N 年 is met on the same date of a later year, on 28 February for a company registered on 29 February', () => {
    expect(on(years('gte', 1), '2023-03-01', '2024-02-29')).toBe('false')
    expect(on(years('gte', 1), '2023-03-01', '2024-03-01')).toBe('true')
    expect(on(years('gte', 1), '2024-02-29', '2025-02-27')).toBe('false')
    expect(on(years('gte', 1), '2024-02-29', '2025-02-28')).toBe('true')
    expect(on(years('lt', 5), '2024-01-01', '2028-12-31')).toBe('true')
    expect(on(years('lt', 5), '2024-01-01', '2029-01-01')).toBe('false')
    expect(leaf(years('lt', 5), {}).sentence).toBe('注册成立日期至申报不满5年')
  })
  it('the date named for waiting is the date of the calendar', () => {
    expect(leaf(years('gte', 2), { registeredDate: '2024-07-15' }).metAt).toBe('2026-07-15')
    expect(leaf({ field: 'operatingYears', op: 'gte', value: 2 }, { registeredDate: '2024-07-15' }).metAt).toBe('2026-07-15')
    expect(leaf({ field: '=months(registeredDate, applyDate)', op: 'gte', value: 6 }, { registeredDate: '2026-01-31' }).metAt).toBe(
      '2026-07-31',
    )
    expect(judged(years('gte', 2), { registeredDate: '2024-07-15' }).verdict).toBe('near')
  })
  it('a company registered 29 days ago or in the future has no full year', () => {
    const atLeastOne: Condition = { field: 'operatingYears', op: 'gte', value: 1 }
    expect(on(atLeastOne, '2026-06-01', '2026-06-30')).toBe('false')
    expect(on(atLeastOne, '2027-06-01', '2026-06-30')).toBe('false')
    expect(on(atLeastOne, '2025-06-30', '2026-06-30')).toBe('true')
  })
  it('N 个月内 counts from an event of the company to the day of judging, or to another date', () => {
    const within: Condition = { field: '=within(faLoanDate, applyDate, 12)', op: 'eq', value: true }
    const loan = (faLoanDate: string, day: string) => truth(within, { faLoanDate }, day)
    expect([loan('2025-06-30', '2026-06-30'), loan('2025-06-29', '2026-06-30'), loan('2026-07-01', '2026-06-30')]).toEqual([
      'true',
      'false',
      'false',
    ])
    expect(leaf(within, {}).sentence).toBe('申报日在贷款发放日期起12个月内')
    const both: Condition = { field: '=within(registeredDate, faLoanDate, 6)', op: 'eq', value: true }
    expect(truth(both, { registeredDate: '2025-08-31', faLoanDate: '2026-02-28' })).toBe('true')
    expect(truth(both, { registeredDate: '2025-08-31', faLoanDate: '2026-03-01' })).toBe('false')
  })
})

describe('若干项中至少满足几项', () => {
  const two: Condition = {
    atLeast: 2,
    of: [
      { field: 'isHNTE', op: 'eq', value: true },
      { field: 'isScaleAbove', op: 'eq', value: true },
      { field: 'employees', op: 'gte', value: 100 },
    ],
  }
  it('is decided as soon as enough conditions hold or too many fail', () => {
    expect(truth(two, { isHNTE: true, isScaleAbove: true })).toBe('true')
    expect(truth(two, { isHNTE: true })).toBe('unknown')
    expect(truth(two, { isHNTE: false, isScaleAbove: false })).toBe('false')
    expect(truth({ not: two }, { isHNTE: true, isScaleAbove: true })).toBe('false')
    expect(judged(two, { isHNTE: true, isScaleAbove: false, employees: 90 }).verdict).toBe('near')
    expect(judged(two, { isHNTE: false, isScaleAbove: false, employees: 90 }).verdict).toBe('nomatch')
    expect(leaf(two, {}).sentence).toBe('满足以下3项中的至少2项')
  })
  it('is refused when it requires more conditions than there are, or none', () => {
    expect(faults({ ...two, atLeast: 4 })).toEqual([{ path: 'conditions.atLeast', message: '只有 3 项，不能要求至少满足 4 项' }])
    expect(faults({ ...two, atLeast: 0 })).toMatchObject([{ path: 'conditions.atLeast' }])
    expect(faults({ of: two.of })).toMatchObject([{ path: 'conditions.atLeast' }])
  })
})
