import { describe, expect, it } from 'vitest'
import { benefitSentence } from '../../../contract/rule/benefit-words.ts'
import { engine } from './fixtures.ts'
import type { Answers, Benefit, Condition } from './types.ts'

const conditions: Condition = { all: [{ field: 'countyRegistered', op: 'eq', value: true }] }
const ruleOf = (benefit: object) => ({ id: 't', title: 't', conditions, benefits: [{ name: '奖', ...benefit } as unknown as Benefit] })
const amountOf = (benefit: object, answers: Answers) =>
  engine.judge(engine.compilePolicy(ruleOf(benefit)), { countyRegistered: true, ...answers }, { applyDate: '2026-06-30' }).amount
const value = (benefit: object, answers: Answers) => amountOf(benefit, answers)?.value
const ends = (benefit: object, answers: Answers) => ((amount) => amount && [amount.min, amount.max])(amountOf(benefit, answers))
const faults = (benefit: object) => engine.validatePolicyRule(ruleOf(benefit))
const said = (benefit: object) => benefitSentence(engine.words, { name: '奖', ...benefit } as unknown as Benefit)
const hnte: Condition = { field: 'isHNTE', op: 'eq', value: true }

describe('系数、保底、封顶：依此次序', () => {
  const raised = { kind: 'rate', base: 'rdExpenseY1', rate: 0.1, factors: [{ when: hnte, times: 1.2 }], floor: 5, cap: 100 }
  it('multiplies by the factor, then raises to the floor, then cuts at the cap, each in its own step', () => {
    expect(value(raised, { rdExpenseY1: 500, isHNTE: true })).toBe(60)
    expect(value(raised, { rdExpenseY1: 500, isHNTE: false })).toBe(50)
    expect(value(raised, { rdExpenseY1: 900, isHNTE: true })).toBe(100)
    expect(value(raised, { rdExpenseY1: 20, isHNTE: true })).toBe(5)
    expect(value(raised, { rdExpenseY1: 0, isHNTE: true })).toBe(0)
    expect(amountOf(raised, { rdExpenseY1: 900, isHNTE: true })?.steps).toEqual([
      '奖：上年度研发费用 900万元 × 10% = 90万元',
      '系数（有效期内高新技术企业为“是”）：90万元 × 120% = 108万元',
      '封顶 100万元，按 100万元 计',
    ])
  })
  it('an unknown condition counts in the upper end only; the sentence names factor, floor and cap', () => {
    expect(ends(raised, { rdExpenseY1: 500 })).toEqual([50, 60])
    expect(said(raised)).toBe('按上年度研发费用的10%计算；有效期内高新技术企业为“是”的，按120%计算；不足5万元的按5万元计；最高100万元')
  })
  it('takes the factor from a table by option; an option that is not in the table does not change the amount', () => {
    const byLevel = { kind: 'fixed', amount: 50, factors: [{ field: 'rdOrgLevel', map: { national: 1, provincial: 0.8, none: 0 } }] }
    const at = (rdOrgLevel: string) => value(byLevel, { rdOrgLevel })
    expect([at('national'), at('provincial'), at('none'), at('municipal')]).toEqual([50, 40, 0, 50])
    expect(amountOf(byLevel, {})).toBeNull()
    expect(faults({ ...byLevel, factors: [{ field: 'rdOrgLevel', map: { moon: 1 } }] })).toMatchObject([
      { path: 'benefits[0].factors[0].map.moon' },
    ])
    expect(faults({ ...byLevel, factors: [{ when: hnte, times: 120 }] })).toMatchObject([{ path: 'benefits[0].factors[0].times' }])
  })
})

describe('按达到的档次定额，按增量定额', () => {
  const levels = [
    { from: 50000, amount: 50 },
    { from: 10000, amount: 20 },
  ]
  const reach = { kind: 'reach', base: 'revenueY1', levels }
  it('pays the highest level reached', () => {
    const at = (revenueY1: number) => value(reach, { revenueY1 })
    expect([at(9999.99), at(10000), at(49999), at(50000), at(90000)]).toEqual([0, 20, 20, 50, 50])
    expect(said(reach)).toBe('按上年度营业（销售）收入达到的最高一档定额；满10000万元的20万元；满50000万元的50万元')
  })
  it('pays the difference to the level of an earlier year, or a newly reached level in full', () => {
    const topUp = { ...reach, before: 'revenueY2' }
    const pay = (revenueY1: number, revenueY2: number) => [
      value(topUp, { revenueY1, revenueY2 }),
      value({ ...topUp, pays: 'full' }, { revenueY1, revenueY2 }),
    ]
    expect(pay(60000, 20000)).toEqual([30, 50])
    expect(pay(60000, 9000)).toEqual([50, 50])
    expect(pay(60000, 55000)).toEqual([0, 0])
    expect(pay(20000, 60000)).toEqual([0, 0])
    const open = { ...topUp, when: hnte }
    expect(ends(open, { revenueY1: 60000 })).toEqual([0, 50])
  })
  it('pays for each full step of a figure, also of a difference between two years', () => {
    const perStep = { kind: 'perStep', base: '=revenueY1 - revenueY2', step: 500, amount: 5, cap: 30 }
    const at = (revenueY1: number) => value(perStep, { revenueY1, revenueY2: 1000 })
    expect([at(1499), at(1500), at(2499), at(2500), at(9000), at(500)]).toEqual([0, 5, 10, 15, 30, 0])
    expect(said(perStep)).toBe('上年度营业（销售）收入较前一年的增加额每满500万元奖励5万元，不足一个整数档的不计；最高30万元')
    expect(value({ ...perStep, base: 'revenueY1', above: 2000 }, { revenueY1: 3100 })).toBe(10)
    expect(faults({ ...perStep, step: 0 })).toEqual([{ path: 'benefits[0].step', message: '应大于 0' }])
  })
  it('a rate can be applied to a formula', () => {
    expect(value({ kind: 'rate', base: '=rdExpenseY1 - rdExpenseY2', rate: 0.2 }, { rdExpenseY1: 300, rdExpenseY2: 200 })).toBe(20)
    expect(value({ kind: 'rate', base: '=rdExpenseY1 - rdExpenseY2', rate: 0.2 }, { rdExpenseY1: 100, rdExpenseY2: 200 })).toBe(0)
    expect(faults({ kind: 'rate', base: '=rdExpenseY1 -', rate: 0.2 })).toMatchObject([{ path: 'benefits[0].base' }])
  })
})

describe('一组之内就高', () => {
  it('pays the best member, with the cap of the group', () => {
    const items = [10, 25, 6].map((amount) => ({ kind: 'fixed', name: `${amount}`, amount }))
    expect(value({ kind: 'group', combine: 'max', items }, {})).toBe(25)
    expect(value({ kind: 'group', combine: 'max', items, cap: 20 }, {})).toBe(20)
    expect(value({ kind: 'group', items, cap: 100 }, {})).toBe(41)
    expect(said({ kind: 'group', combine: 'max', items })).toContain('以下各项就高一项')
  })
})
