import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { policyDraft } from '../policy/testing/draft.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const tiered = (over: object = {}) => ({
  kind: 'tierRate',
  name: '分档补助',
  base: 'equipmentInvestment',
  tiers: [
    { min: 100, minInclusive: true, max: 500, maxInclusive: true, rate: 0.1 },
    { min: 500, minInclusive: false, max: null, rate: 0.2 },
  ],
  mode: 'whole',
  cap: 300,
  unit: '万元',
  when: { all: [{ field: 'countyRegistered', op: 'eq', value: true, label: '在本县注册纳税' }] },
  payout: [0.6, 0.4],
  ...over,
})
const rule = (benefit: object, over: object = {}) => ({ conditions: policyDraft().rule.conditions, benefits: [benefit], ...over })
const save = (benefit: object, over: object = {}) =>
  t.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ rule: rule(benefit, over) }))

describe('an editor writes a tiered benefit with a condition of its own and two years of payment', () => {
  it('a wrong value is refused with the path of its field', async () => {
    for (const [benefit, path] of [
      [tiered({ tiers: [tiered().tiers[0], { min: 500, max: null, rate: null }] }), 'rule.benefits[0].tiers[1].rate'],
      [tiered({ tiers: [] }), 'rule.benefits[0].tiers'],
      [tiered({ base: 'noSuchField' }), 'rule.benefits[0].base'],
      [tiered({ when: { all: [{ field: '', op: 'gte' }] } }), 'rule.benefits[0].when'],
      [tiered({ payout: [-1, 2] }), 'rule.benefits[0].payout[0]'],
      [{ kind: 'expr', name: '算式', expr: 'equipmentInvestment *' }, 'rule.benefits[0].expr'],
      [{ kind: 'lookup', name: '按选项', field: 'smartFactory', map: { noSuchOption: 1 } }, 'rule.benefits[0].map.noSuchOption'],
      [{ kind: 'ref', name: '另案', ref: 'no-such-policy' }, 'rule.benefits[0].ref'],
      [{ kind: 'reach', name: '上台阶', base: 'revenueY1', levels: [{ from: 1, amount: null }] }, 'rule.benefits[0].levels[0].amount'],
      [{ kind: 'perStep', name: '增量', base: '=revenueY1 - _', step: 5, amount: 1 }, 'rule.benefits[0].base'],
      [tiered({ factors: [{ when: { field: 'isHNTE', op: 'eq', value: true }, times: 120 }] }), 'rule.benefits[0].factors[0].times'],
      [{ kind: 'group', name: '合计', items: [{ kind: 'fixed', name: '', amount: 1 }] }, 'rule.benefits[0].items[0].name'],
    ] as const) {
      const { body } = await save(benefit)
      expect(body.fields?.[0]?.path, JSON.stringify(body)).toContain(path)
    }
    expect((await save(tiered(), { maxPerYear: 0 })).body.fields?.[0]?.path).toContain('maxPerYear')
  })

  it('the calculator returns the amount, the payment of each year, and how many projects a year are supported', async () => {
    const { id } = (await save(tiered(), { maxPerYear: 2, scoreTable: 'hnte-score' })).body.data
    await t.as('editor1').form('/pol/info/publish', { id: String(id) })
    const { code, rule: kept } = (await t.as(null).get('/policy/doc/policyDetail', { id })).body.data
    expect(kept).toMatchObject({ maxPerYear: 2, benefits: [{ kind: 'tierRate', payout: [0.6, 0.4] }] })
    expect(kept).not.toHaveProperty('scoreTable')
    const amount = async (answers: object) =>
      (await t.as(null).post('/corp/policyCalculator/calculate', { answers, policyCodes: [code] })).body.data.list[0].amount
    const county = { countyRegistered: true }
    expect(await amount({ ...county, equipmentInvestment: 500 })).toMatchObject({ value: 50, payout: [30, 20] })
    const more = await amount({ ...county, equipmentInvestment: 1000 })
    expect(more).toMatchObject({ value: 200, payout: [120, 80] })
    expect(more.steps).toContain('按一个项目测算；每家企业每年最多支持2个项目')
    expect(await amount({ ...county, equipmentInvestment: 9000 })).toMatchObject({ value: 300 })
    expect(await amount({ countyRegistered: false, equipmentInvestment: 1000 })).toMatchObject({ value: 0 })
  })
})

describe('an editor writes conditions over several years, conditions that must hold in part, and sums by levels', () => {
  const grown = { field: '=revenueY1 / revenueY2 - 1', op: 'gte', value: 0.1 }
  const any2 = {
    atLeast: 2,
    of: [grown, { field: 'isHNTE', op: 'eq', value: true }, { field: '=years(registeredDate, applyDate)', op: 'gte', value: 3 }],
  }
  const levels = {
    levels: [
      { from: 10000, amount: 20 },
      { from: 50000, amount: 50 },
    ],
    before: 'revenueY2',
  }
  const reach = {
    kind: 'reach',
    name: '上台阶奖励',
    base: 'revenueY1',
    ...levels,
    factors: [{ when: { field: 'isHNTE', op: 'eq', value: true }, times: 1.2 }],
    cap: 55,
  }
  it('they are saved, put into sentences, published and judged', async () => {
    const conditions = { all: [{ field: 'countyRegistered', op: 'eq', value: true }, any2] }
    const { id } = (await save(reach, { conditions })).body.data
    await t.as('editor1').form('/pol/info/publish', { id: String(id) })
    const { code, rule: kept } = (await t.as(null).get('/policy/doc/policyDetail', { id })).body.data
    expect(kept.conditions.all[1]).toMatchObject({ atLeast: 2, sentence: '满足以下3项中的至少2项' })
    expect(kept.conditions.all[1].of[0].sentence).toBe('上年度营业（销售）收入较前一年增长不低于10%')
    expect(kept.benefits[0].sentence).toContain('满50000万元的50万元')
    const judged = async (answers: object) => {
      const input = { answers: { countyRegistered: true, ...answers }, policyCodes: [code] }
      // Rules in force are reloaded after two seconds.
      return eventually(async () => {
        const { body } = await t.as(null).post('/corp/policyCalculator/calculate', input)
        expect(body.success).toBe(true)
        return body.data.list[0]
      })
    }
    const company = { revenueY1: 60000, revenueY2: 20000, isHNTE: true }
    expect(await judged(company)).toMatchObject({ verdict: 'match', amount: { value: 36 } })
    expect(await judged({ ...company, revenueY2: 5000 })).toMatchObject({ verdict: 'match', amount: { value: 55 } })
    expect((await judged({ isHNTE: true })).missing).toEqual(['registeredDate', 'revenueY1', 'revenueY2'])
    expect((await judged({ ...company, isHNTE: false, registeredDate: '2026-01-31' })).verdict).not.toBe('match')
  })
  it('a wrong count and an incomplete formula are refused with their path', async () => {
    const at = async (node: object) => (await save(tiered(), { conditions: { all: [node] } })).body.fields?.[0]?.path
    expect(await at({ ...any2, atLeast: 4 })).toBe('rule.conditions.all[0].atLeast')
    expect(await at({ ...grown, field: '=revenueY1 / _ - 1' })).toBe('rule.conditions.all[0].field')
    expect(await at({ ...grown, value: 15 })).toBe('rule.conditions.all[0].value')
  })
})
