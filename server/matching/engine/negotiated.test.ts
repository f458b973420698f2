import { describe, expect, it } from 'vitest'
import { benefitSentence } from '../../../contract/rule/benefit-words.ts'
import { engine } from './fixtures.ts'
import { present } from './judge.ts'
import type { Answers, Benefit, PolicyRule } from './types.ts'

const large: Benefit = { kind: 'negotiated', name: '重大项目', when: { field: 'equipmentInvestment', op: 'gte', value: 50000 } }
const share: Benefit = {
  kind: 'rate',
  name: '设备补助',
  base: 'equipmentInvestment',
  rate: 0.1,
  when: { field: 'equipmentInvestment', op: 'lt', value: 50000 },
}
const ruleOf = (benefits: readonly Benefit[], extra: Partial<PolicyRule> = {}): PolicyRule => ({
  id: 't',
  title: 't',
  conditions: { field: 'countyRegistered', op: 'eq', value: true },
  benefits,
  ...extra,
})
const judge = (benefits: readonly Benefit[], answers: Answers = {}, extra: Partial<PolicyRule> = {}) =>
  present(engine.judge(engine.compilePolicy(ruleOf(benefits, extra)), { countyRegistered: true, ...answers }, { applyDate: '2026-06-30' }))
const refused = (benefit: unknown) =>
  engine.validatePolicyRule(ruleOf([benefit as Benefit])).map(({ path, message }) => `${path} ${message}`)

describe('一事一议', () => {
  it('is refused inside a group and with anything that is calculated', () => {
    const group = { kind: 'group', name: '组', items: [{ kind: 'negotiated', name: '议' }] }
    expect(refused(group)).toEqual(['benefits[0].items[0] 一事一议的金额不由规则算出，不能放在组内合计或就高'])
    expect(refused({ kind: 'negotiated', name: '议', floor: 3 })).toEqual(['benefits[0] 不认识的内容“floor”'])
    expect(refused({ kind: 'negotiated', name: '议', exclusiveGroup: 'a' })).toHaveLength(1)
    expect(refused({ kind: 'negotiated', name: '议', when: { field: 'nowhere', op: 'eq', value: 1 } })[0]).toContain('benefits[0].when')
    expect(refused({ ...large, cap: 3000 })).toEqual([])
  })
  it('the sentence says that the amount is negotiated, and its cap', () => {
    expect(benefitSentence(engine.words, { kind: 'negotiated', name: '议' })).toBe('一事一议，金额由主管部门议定')
    expect(benefitSentence(engine.words, { ...large, cap: 3000 })).toBe(
      '项目设备（含软件）投资额（不含税）不低于50000万元的，一事一议，金额由主管部门议定；最高3000万元',
    )
  })
  it('has no amount by itself and is not part of a sum', () => {
    expect(judge([{ kind: 'negotiated', name: '议' }])).toMatchObject({ verdict: 'match', amount: null, negotiated: true, missing: [] })
    const both = judge(
      [
        { kind: 'fixed', name: '奖', amount: 30 },
        { ...large, cap: 3000 },
      ],
      { equipmentInvestment: 60000 },
    )
    expect(both).toMatchObject({ negotiated: true, amount: { min: 30, max: 30, value: 30 } })
    expect(both.amount!.steps).toEqual(['奖：定额 30万元', '重大项目：一事一议，金额由主管部门议定，最高3000万元，不计入合计'])
    expect(
      judge([{ kind: 'fixed', name: '奖', amount: 30 }, large], { equipmentInvestment: 60000 }, { benefitCombine: 'max' }),
    ).toMatchObject({
      negotiated: true,
      amount: { value: 30 },
    })
  })
  it('applies to companies that meet its condition; an unknown fact of the condition is asked for', () => {
    expect(judge([share, large], { equipmentInvestment: 49999 })).toMatchObject({ amount: { value: 4999.9 } })
    expect(judge([share, large], { equipmentInvestment: 49999 }).negotiated).toBeUndefined()
    expect(judge([share, large], { equipmentInvestment: 50000 })).toMatchObject({ amount: { value: 0 }, negotiated: true })
    const open = judge([large])
    expect(open).toMatchObject({ verdict: 'match', amount: null, missing: ['equipmentInvestment'] })
    expect(open.negotiated).toBeUndefined()
    const beside = judge([{ kind: 'fixed', name: '奖', amount: 30 }, large])
    expect(beside.amount!.steps).toContain(
      '重大项目：前置条件待补充（还差“项目设备（含软件）投资额（不含税）”），符合的一事一议，不计入合计',
    )
    expect(judge([large], { countyRegistered: false }).negotiated).toBeUndefined()
  })
})
