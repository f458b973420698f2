import { describe, expect, it } from 'vitest'
import { engine } from './fixtures.ts'
import type { Answers, Benefit } from './types.ts'

const DAY = '2026-06-30'
const compiled = (benefits: object[], more: object = {}) =>
  engine.compilePolicy({
    id: 't',
    title: 't',
    conditions: { all: [{ field: 'countyRegistered', op: 'eq', value: true }] },
    benefits: benefits as Benefit[],
    ...more,
  })
const asked = (policy: ReturnType<typeof compiled>, answers: object) =>
  engine.rankQuestions([policy], { countyRegistered: true, ...answers } as Answers, { applyDate: DAY }).map(({ key }) => key)
const amount = (policy: ReturnType<typeof compiled>, answers: object) =>
  engine.judge(policy, { countyRegistered: true, ...answers } as Answers, { applyDate: DAY }).amount

const research = { kind: 'rate', name: '研发', base: 'rdExpenseY1', rate: 0.1 }
const hnte = { kind: 'fixed', name: '高企', amount: 20, when: { field: 'isHNTE', op: 'eq', value: true } }

describe('只问会改变金额的', () => {
  it('a fact that changes nothing because a cap is reached is not asked, and the amount is known without it', () => {
    const group = compiled([{ kind: 'group', name: '合计', cap: 40, items: [research, hnte] }])
    expect(asked(group, { rdExpenseY1: 300 })).toEqual(['isHNTE'])
    expect(asked(group, { rdExpenseY1: 500 })).toEqual([])
    expect(amount(group, { rdExpenseY1: 500 })).toMatchObject({ min: 40, max: 40, value: 40 })
    expect(amount(group, { rdExpenseY1: 500 })).not.toHaveProperty('unset')
    const other = compiled([{ kind: 'group', name: '合计', cap: 20, items: [research, { ...hnte, when: undefined }] }])
    expect(asked(other, {})).toEqual([])
    expect(amount(other, {})).toMatchObject({ min: 20, max: 20, steps: ['合计：“上年度研发费用”未填，不改变金额，按 20万元 计'] })
  })
  it('of several benefits only the facts of those that are still unknown are asked', () => {
    const capped = { kind: 'group', name: '合计', cap: 40, items: [research, hnte] }
    const scale = { kind: 'fixed', name: '规上', amount: 5, when: { field: 'firstScaleAbove', op: 'eq', value: true } }
    const two = compiled([capped, scale])
    expect(asked(two, { rdExpenseY1: 500 })).toEqual(['firstScaleAbove'])
    expect(amount(two, { rdExpenseY1: 500 })).toMatchObject({ min: 40, max: 45, unset: ['firstScaleAbove'] })
  })
  it('a fact of a benefit that is surely below a better one is not asked', () => {
    const best = compiled([research, hnte], { benefitCombine: 'max' })
    expect(asked(best, { rdExpenseY1: 100 })).toEqual(['isHNTE'])
    expect(asked(best, { rdExpenseY1: 200 })).toEqual([])
    expect(amount(best, { rdExpenseY1: 200 })).toMatchObject({ min: 20, max: 20 })
  })
})

describe('敞着的金额写明还差什么', () => {
  const steps = (benefit: object, answers: object) => amount(compiled([benefit]), answers)!.steps
  it('an unknown condition, factor, extra rate, limit or deduction names the lacking fact', () => {
    expect(steps(hnte, {})).toEqual(['高企：前置条件待补充（还差“有效期内高新技术企业”），下限按 0 计，上限按 20万元 计'])
    const factor = { ...research, factors: [{ when: { field: 'isHNTE', op: 'eq', value: true }, times: 1.2 }] }
    expect(steps(factor, { rdExpenseY1: 100 })).toContain('系数条件待补充（还差“有效期内高新技术企业”），暂不按 120% 计')
    const tiers = { kind: 'tierRate', name: '研发', base: 'rdExpenseY1', mode: 'whole', tiers: [{ min: 0, max: null, rate: 0.1 }] }
    const extra = { ...tiers, rateAdd: { when: { field: 'isHNTE', op: 'eq', value: true }, add: 0.05 } }
    expect(steps(extra, { rdExpenseY1: 100 })).toContain('加成条件待补充（还差“有效期内高新技术企业”），暂不计加成；符合则为 15万元')
    expect(steps({ ...research, limits: ['loanInterestPaid'] }, { rdExpenseY1: 100 }).at(-1)).toMatch(/待补充，暂不以它为限$/)
    expect(steps({ ...research, less: ['=revenueY1 * 1%'] }, { rdExpenseY1: 100 }).at(-1)).toMatch(
      /待补充（还差“上年度营业（销售）收入”），暂不扣除$/,
    )
  })
})
