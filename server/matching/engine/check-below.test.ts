import { describe, expect, it } from 'vitest'
import { engine } from './random-engine.ts'

const here = { field: 'countyRegistered', op: 'eq', value: true }
const issues = (conditions: object[], benefits: object[] = [], more: object = {}) =>
  engine.validatePolicyRule({ id: 'p', title: 'p', conditions: { all: [here, ...conditions] }, benefits, ...more })
const leaf = (field: string, op: string, value: unknown) => ({ field, op, value })
const at = (message: string) => [{ path: 'conditions.all[1].value', message }]
const fixed = (amount: number, more: object = {}) => ({ kind: 'fixed', name: '奖励', amount, ...more })

describe('保存时拒绝：没有企业会有的数', () => {
  it('a growth below −100 %, except for figures that can be negative', () => {
    const growth = '=revenueY1 / revenueY2 - 1'
    expect(issues([leaf(growth, 'gte', -1.5)])).toEqual(at('“上年度营业（销售）收入较前一年增长”不会低于 -100%，请核对'))
    expect(issues([leaf('mainGrowthY1', 'lt', -2)])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf('=compound(revenueY1, revenueY3, 2)', 'gte', -1.01)])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf(growth, 'gte', -0.1)])).toEqual([])
    expect(issues([leaf(growth, 'gte', -1)])).toEqual([])
    // From a profit to a loss is a fall of more than 100 %.
    expect(issues([leaf('=netProfitY1 / netAssetsY1 - 1', 'gte', -1.5)])).toEqual([])
    const levels = { kind: 'reach', name: '奖励', base: growth, levels: [{ from: -2, amount: 5 }] }
    expect(issues([], [levels])).toMatchObject([{ path: 'benefits[0].levels[0].from' }])
    const steps = { kind: 'perStep', name: '奖励', base: growth, step: 0.1, amount: 5, above: -3 }
    expect(issues([], [steps])).toMatchObject([{ path: 'benefits[0].above' }])
  })
  it('a negative number of rows, and a fraction of a row', () => {
    const rows = '=rowsCount(table3, f1 >= 100)'
    expect(issues([leaf(rows, 'gte', -1)])[0]).toMatchObject({
      path: 'conditions.all[1].value',
      message: expect.stringMatching(/不会低于 0/),
    })
    expect(issues([leaf(rows, 'gte', 2.5)])[0]).toMatchObject({ message: expect.stringMatching(/是项数，应为整数$/) })
    expect(issues([leaf('=count(qualityItems)', 'gte', -2)])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf(rows, 'gte', 3)])).toEqual([])
  })
  it('negative money, people or years; a negative profit is allowed', () => {
    expect(issues([leaf('revenueY1', 'gte', -100)])).toEqual(at('“上年度营业（销售）收入”不会低于 0万元，请核对'))
    expect(issues([leaf('techStaffRatio', 'gte', -0.1)])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf('=revenueY1 + revenueY2', 'gte', -1)])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf('=years(registeredDate, applyDate)', 'gte', -2)])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf('netProfitY1', 'gte', -100)])).toEqual([])
    expect(issues([leaf('=revenueY1 - revenueY2', 'gte', -500)])).toEqual([])
  })
  it('a company cannot give such a figure as an answer either', () => {
    expect(engine.checkAnswers({ revenueY1: -5 })).toMatchObject([{ message: expect.stringMatching(/不能小于 0/) }])
    expect(engine.checkAnswers({ employees: -5 })).toHaveLength(1)
    expect(engine.checkAnswers({ netProfitY1: -5, revenueY1: 0 })).toEqual([])
  })
})

describe('保存时拒绝：付不出的钱', () => {
  it('an award above the budget, and awards that together exceed it', () => {
    const ranked = (awards: object[], budget?: number) =>
      issues([], [fixed(30)], { allocation: { way: 'rank', rankBy: 'revenueY1', awards, ...(budget ? { budget } : {}) } })
    expect(ranked([{ to: 1, amount: 500 }], 300)).toEqual([
      { path: 'allocation.awards[0].amount', message: '一家的 500万元已高于预算 300万元' },
    ])
    const first = [
      { to: 1, amount: 50 },
      { to: 5, amount: 30 },
    ]
    expect(ranked(first, 169)).toEqual([{ path: 'allocation.budget', message: '各名次合计 170万元，高于预算 169万元' }])
    expect(ranked(first, 170)).toEqual([])
    expect(ranked(first)).toEqual([])
  })
  it('a year without payment, and a payer without a share', () => {
    expect(issues([], [fixed(10, { payout: [1, 0] })])).toEqual([
      { path: 'benefits[0].payout[1]', message: '第 2 年的比例是 0%，请填写比例，或减去这一年' },
    ])
    const funding = [
      { by: '市', share: 0 },
      { by: '县', share: 1 },
    ]
    expect(issues([], [fixed(10)], { funding })).toEqual([{ path: 'funding[0].share', message: '“市”承担 0%，请填写比例，或去掉这一方' }])
  })
})
