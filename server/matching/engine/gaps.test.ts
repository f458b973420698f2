import { describe, expect, it } from 'vitest'
import { engine } from './fixtures.ts'
import { cheaper } from './gaps.ts'
import type { Answers, Condition, PolicyRule } from './types.ts'

const plan = (conditions: Condition, answers: Answers) => {
  const policy = engine.compilePolicy({ id: 't', title: 't', conditions, benefits: [] } as PolicyRule)
  return engine.gapPlan(engine.judge(policy, answers, { applyDate: '2026-06-30' }).toJSON().conditions)
}

describe('差距清单', () => {
  it('measures a gap relative to what the company has', () => {
    expect(plan({ field: 'employees', op: 'gte', value: 110 }, { employees: 100 })).toMatchObject({ effort: 'easy', size: 0.1 })
    expect(plan({ field: 'revenueY1', op: 'gte', value: 1400 }, { revenueY1: 1000 })).toMatchObject({ effort: 'some', size: 0.4 })
    expect(plan({ field: 'revenueY1', op: 'gte', value: 5000 }, { revenueY1: 1000 })).toMatchObject({ effort: 'hard', size: 4 })
    expect(plan({ field: 'equipmentInvestment', op: 'gte', value: 700 }, { equipmentInvestment: 0 })).toMatchObject({
      effort: 'hard',
      size: 10,
    })
  })
  it('one more countable item is some work, also from zero', () => {
    expect(plan({ field: 'ipType1', op: 'gte', value: 1 }, { ipType1: 0 })).toMatchObject({ effort: 'some', size: 0.25 })
  })
  it('what only has to happen once is some work', () => {
    expect(plan({ field: 'serviceSpend', op: 'gt', value: 0 }, { serviceSpend: 0 })).toMatchObject({ effort: 'some' })
  })
  it('waiting ranks before any work and names the day', () => {
    const wait = plan({ field: 'registeredDays', op: 'gte', value: 365 }, { registeredDate: '2026-01-01' })!
    expect(wait).toMatchObject({ effort: 'time', metAt: '2027-01-01', size: 0 })
    const work = plan({ field: 'employees', op: 'gte', value: 101 }, { employees: 100 })!
    expect([work, wait].sort(cheaper)[0]).toBe(wait)
  })
  it('names the day before which work alone is not enough', () => {
    const both = plan(
      {
        all: [
          { field: 'registeredDays', op: 'gte', value: 365 },
          { field: 'employees', op: 'gte', value: 101 },
        ],
      },
      { registeredDate: '2026-01-01', employees: 100 },
    )
    expect(both).toMatchObject({ effort: 'easy', notBefore: '2027-01-01' })
    expect(both).not.toHaveProperty('metAt')
  })
  it('an upper limit on size ranks last: nobody becomes smaller for a subsidy', () => {
    const shrink = plan({ field: 'revenueY1', op: 'lte', value: 5000 }, { revenueY1: 5100 })!
    const hard = plan({ field: 'revenueY1', op: 'gte', value: 5000 }, { revenueY1: 10 })!
    expect(shrink.effort).toBe('shrink')
    expect([shrink, hard].sort(cheaper)[0]).toBe(hard)
    expect(plan({ field: 'debtRatio', op: 'lte', value: 0.7 }, { totalLiabilitiesY1: 72, totalAssetsY1: 100 })).toMatchObject({
      effort: 'easy',
    })
  })
  it('of alternatives the one with the least effort is taken; a gap that cannot be closed has no plan', () => {
    const either: Condition = {
      any: [
        { field: 'revenueY1', op: 'gte', value: 9000 },
        { field: 'ipType1', op: 'gte', value: 2 },
      ],
    }
    expect(plan(either, { revenueY1: 1000, ipType1: 1 })!.steps.map((step) => step.field)).toEqual(['ipType1'])
    expect(plan({ field: 'isHNTE', op: 'eq', value: true }, { isHNTE: false })).toBeUndefined()
    expect(plan({ field: 'isHNTE', op: 'eq', value: true }, { isHNTE: true })).toBeUndefined()
  })
})
