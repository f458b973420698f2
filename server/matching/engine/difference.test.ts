import { describe, expect, it } from 'vitest'
import { compiled, engine } from './fixtures.ts'
import { total } from './index.ts'
import type { Answers } from './types.ts'

const run = (answers: Answers) => {
  const list = ['gd-tech-equip', 'zhenhai-equip-2024', 'tax-hnte-15', 'tax-small-profit'].map((code) => ({
    ...engine.judge(compiled.get(code)!, answers, { applyDate: '2026-06-30' }).toJSON(),
    policyId: 1,
  }))
  return { answers, list, total: total(list, []) }
}
const base = { isHNTE: true, prohibitedIndustry: false, taxableIncomeY1: 100, employees: 300, totalAssetsY1: 4000 }

describe('解释差异', () => {
  it('is empty when nothing changed', () => {
    expect(engine.difference(run(base), run(base))).toMatchObject({ facts: [], policies: [] })
  })
  it('names the fact, the condition that changed, and the rival that ranks higher', () => {
    const found = engine.difference(run({ ...base, employees: 301 }), run(base))
    expect(found.facts).toEqual([{ key: 'employees', label: expect.any(String), before: '301人', after: '300人' }])
    const small = found.policies.find((each) => each.code === 'tax-small-profit')!
    expect(small).toMatchObject({
      verdict: { before: 'near', after: 'match' },
      amount: { before: null, after: 20 },
      counted: { before: false, after: true },
    })
    expect(small.flipped).toMatchObject([{ before: 'false', after: 'true', actualBefore: '301人', actualAfter: '300人' }])
    expect(small.reason).toContain('由不满足变为满足')
    const hnte = found.policies.find((each) => each.code === 'tax-hnte-15')!
    expect(hnte).toMatchObject({ verdict: { before: 'match', after: 'match' }, counted: { before: true, after: false }, flipped: [] })
    expect(hnte.reason).toContain('不再计入合计')
    expect([found.total.before.value, found.total.after.value]).toEqual([10, 20])
  })
  it('shows both calculations when only the amount changed', () => {
    const found = engine.difference(run({ ...base, employees: 301 }), run({ ...base, employees: 301, taxableIncomeY1: 200 }))
    const hnte = found.policies.find((each) => each.code === 'tax-hnte-15')!
    expect(hnte).toMatchObject({ amount: { before: 10, after: 20 }, reason: '判定未变，计算金额的数据变了' })
    expect(hnte.steps.before.join()).toContain('100')
    expect(hnte.steps.after.join()).toContain('200')
  })
})
