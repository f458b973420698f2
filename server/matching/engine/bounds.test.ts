import { describe, expect, it } from 'vitest'
import { compileCeiling } from './ceiling.ts'
import { engine } from './fixtures.ts'
import type { Amount, Answers, Benefit, Condition, PolicyRule } from './types.ts'

const DAY = '2026-06-30'
const amountOf = (benefits: readonly Benefit[], answers: Answers = {}, extra: Partial<PolicyRule> = {}): Amount | null => {
  const conditions: Condition = { all: [{ field: 'countyRegistered', op: 'eq', value: true }] }
  const rule = engine.compilePolicy({ id: 't', title: 't', conditions, benefits, ...extra })
  return engine.judge(rule, { countyRegistered: true, ...answers }, { applyDate: DAY }).amount
}
const ends = (benefits: readonly Benefit[], answers: Answers = {}, extra: Partial<PolicyRule> = {}) => {
  const amount = amountOf(benefits, answers, extra)
  return amount && [amount.min, amount.max, amount.openEnded ?? false]
}
const expr = (source: string, defaults: Record<string, string | number | boolean>): Benefit => ({
  kind: 'expr',
  name: '奖',
  expr: source,
  defaults,
})
const fixed = (amount: number, when?: Condition): Benefit => ({ kind: 'fixed', name: `奖${amount}`, amount, ...(when ? { when } : {}) })
const revenue = (min: number, max: number): Condition => ({
  all: [
    { field: 'revenueY1', op: 'gte', value: min },
    { field: 'revenueY1', op: 'lt', value: max },
  ],
})

describe('金额区间覆盖未知事实的每一种取值', () => {
  it('an unknown figure in a formula counts from zero upwards, not only as its default', () => {
    expect(ends([expr('max(0, 50 - rdExpenseY1)', { rdExpenseY1: 0 })])).toEqual([0, 50, false])
    expect(ends([expr('min(equipmentInvestment * 0.1, 50)', { equipmentInvestment: 0 })])).toEqual([0, 50, false])
    expect(ends([expr('rdExpenseY1 * 0.1', { rdExpenseY1: 100 })])).toEqual([0, 10, true])
    expect(ends([{ ...expr('rdExpenseY1 * 0.1', { rdExpenseY1: 100 }), cap: 30 }])).toEqual([0, 30, false])
  })
  it('the upper end is large enough also with more unknown yes-or-no facts than can be tried', () => {
    const keys = [
      'isHNTE',
      'isScaleAbove',
      'listed',
      'privateEnterprise',
      'countyRegistered',
      'benchmarkProject',
      'hiTechOrDigitalCore',
      'uiUplift',
      'usesCountyPlatform',
    ]
    const open = keys.filter((key) => key !== 'countyRegistered')
    const source = open.map((key) => `(${key} ? 10 : 0)`).join(' + ')
    expect(ends([expr(source, Object.fromEntries(open.map((key) => [key, false])))])).toEqual([0, 80, false])
  })
  it('the upper end of an unknown option under an unknown condition is that of the best option', () => {
    const when: Condition = { field: 'isHNTE', op: 'eq', value: true }
    expect(ends([{ kind: 'lookup', name: '奖', field: 'rdOrgLevel', map: { national: 20, provincial: 10 }, when }])).toEqual([0, 20, false])
  })
  it('where only the highest benefit is paid, a certain one counts although another lacks its figure', () => {
    const share = (more: object = {}): Benefit => ({ kind: 'rate', name: '按投入', base: 'rdExpenseY1', rate: 0.1, ...more })
    const best = { benefitCombine: 'max' } as const
    expect(ends([fixed(30), share()], {}, best)).toEqual([30, 30, true])
    expect(ends([fixed(30), share({ cap: 80 })], {}, best)).toEqual([30, 80, false])
    const open = amountOf([fixed(30), share({ cap: 80 })], {}, best)
    expect(open).toMatchObject({ value: 30, unset: ['rdExpenseY1'] })
    expect(open!.steps).toContain('“按投入”还差“上年度研发费用”，补齐后最高 80万元，高于 30万元 的按高的计')
    // Whatever the open part becomes, it is not shown above the certain one.
    const settled = amountOf([fixed(30), share({ cap: 20 })], {}, best)
    expect(settled).toMatchObject({ min: 30, max: 30, value: 30 })
    expect(settled!.unset).toBeUndefined()
    expect(settled!.steps).toContain('“按投入”还差“上年度研发费用”，最高 20万元，不改变金额')
    expect(ends([fixed(30), share({ cap: 80 })], { rdExpenseY1: 500 }, best)).toEqual([50, 50, false])
  })
  it('the same holds for an exclusive group and for groups that pay their highest members', () => {
    const share = (more: object = {}): Benefit => ({ kind: 'rate', name: '按投入', base: 'rdExpenseY1', rate: 0.1, cap: 80, ...more })
    const a = { exclusiveGroup: 'a' }
    expect(ends([{ ...fixed(30), ...a }, share(a), fixed(5)])).toEqual([35, 85, false])
    const group = (items: Benefit[], best?: number): Benefit => ({
      kind: 'group',
      name: '组',
      combine: 'max',
      items,
      ...(best ? { best } : {}),
    })
    expect(ends([group([fixed(30), share()])])).toEqual([30, 80, false])
    expect(ends([group([fixed(30), fixed(20), share()], 2)])).toEqual([50, 110, false])
    // When two count and only one is certain, the other is simply unknown; likewise nothing is certain when the certain one pays nothing.
    expect(ends([group([fixed(30), share(), share({ name: '另一项' })], 2)])).toBeNull()
    expect(ends([share(), fixed(30, revenue(1, 2))], { revenueY1: 9 }, { benefitCombine: 'max' })).toBeNull()
    // A divisor of 0 has no result, with or without the other parts.
    expect(
      ends([fixed(30), share({ base: '=rdExpenseY1 / revenueY1' })], { revenueY1: 0, rdExpenseY1: 1 }, { benefitCombine: 'max' }),
    ).toBeNull()
  })
  it('benefits whose conditions exclude each other are not added; where one of two conditions must hold, one benefit counts', () => {
    const scale = (value: boolean): Condition => ({ field: 'isScaleAbove', op: 'eq', value })
    expect(ends([fixed(20, scale(true)), fixed(10, scale(false))])).toEqual([10, 20, false])
    expect(ends([fixed(20, scale(true)), fixed(10, { not: scale(true) })])).toEqual([10, 20, false])
    const bands = [fixed(5, revenue(0, 1000)), fixed(10, revenue(1000, 5000)), fixed(20, { field: 'revenueY1', op: 'gte', value: 5000 })]
    expect(ends(bands)).toEqual([5, 20, false])
    expect(ends(bands, { revenueY1: 1000 })).toEqual([10, 10, false])
    expect(
      ends([
        fixed(7, { field: 'rdOrgLevel', op: 'eq', value: 'national' }),
        fixed(9, { field: 'rdOrgLevel', op: 'ne', value: 'national' }),
      ]),
    ).toEqual([7, 9, false])
  })
  it('when the class of a company is one of several, each class is tried', () => {
    const answers = { industryCode: '3451', employees: 10 }
    const of = (value: string, amount: number) => fixed(amount, { field: 'enterpriseScale', op: 'eq', value })
    expect(ends([of('micro', 30), of('small', 20), of('large', 90)], answers)).toEqual([30, 30, false])
    expect(ends([of('micro', 30), of('small', 20), of('large', 90)], { ...answers, employees: 100 })).toEqual([20, 30, false])
  })
  it('beyond the limit of trials the interval may be too wide, but it still holds every possible amount', () => {
    const keys = engine.catalog.fields
      .filter((f) => f.type === 'boolean' && !f.derived && f.key !== 'countyRegistered')
      .slice(0, 12)
      .map((f) => f.key)
    const parts = keys.flatMap((field) => [fixed(2, { field, op: 'eq', value: true }), fixed(1, { field, op: 'eq', value: false })])
    const [min, max] = ends(parts) as [number, number]
    expect(min).toBeLessThanOrEqual(12)
    expect(max).toBeGreaterThanOrEqual(24)
  })
})

describe('其他算错的结果', () => {
  it('the ceiling of a policy uses a known figure at its own tier and level, not at the best one', () => {
    const tiers = [
      { min: 0, max: 500, rate: 0.05 },
      { min: 500, minInclusive: false, max: null, rate: 0.08 },
    ]
    const levels = [
      { from: 10_000, amount: 20 },
      { from: 50_000, amount: 50 },
    ]
    const rule: PolicyRule = {
      id: 'p',
      title: 'p',
      conditions: { all: [{ field: 'countyRegistered', op: 'eq', value: true }] },
      benefits: [
        { kind: 'tierRate', name: '研发', base: 'rdExpenseY1', mode: 'marginal', tiers },
        { kind: 'tierRate', name: '全额', base: 'rdExpenseY1', tiers },
        { kind: 'reach', name: '晋档', base: 'revenueY1', before: 'revenueY2', pays: 'difference', levels },
        { kind: 'rate', name: '增量', base: '=rdExpenseY2 * level(revenueY1, 10000, 1%)', rate: 1 },
      ],
    }
    const most = compileCeiling(engine.catalog, rule)
    expect(most(engine.facts({ rdExpenseY1: 200, rdExpenseY2: 100, revenueY1: 50_000, revenueY2: 45_000 }, '2026-06-30'))).toBe(51)
    expect(most(engine.facts({ rdExpenseY1: 1000, rdExpenseY2: 0, revenueY1: 9000 }, '2026-06-30'))).toBe(145)
  })
  it('of group members that exclude each other the highest counts', () => {
    const items = [
      { ...fixed(10), exclusiveGroup: 'g' },
      { ...fixed(6), exclusiveGroup: 'g' },
    ]
    expect(ends([{ kind: 'group', name: '组', items }])).toEqual([10, 10, false])
    expect(ends([{ kind: 'group', name: '组', items: [...items, fixed(3)], cap: 12 }])).toEqual([12, 12, false])
  })
  it('when a member of a group is only an upper bound, the sum is one too', () => {
    expect(amountOf([{ kind: 'group', name: '组', items: [{ ...fixed(10), upperBound: true }] }])?.upperBound).toBe(true)
  })
  it('the payments of the years add up to the amount: the last year pays the rest', () => {
    const pays = (amount: number, payout: number[]) => amountOf([{ ...fixed(amount), payout }])?.payout
    expect(pays(10.0001, [0.4, 0.3, 0.3])).toEqual([4, 3, 3.0001])
    expect(pays(10, [0.7, 0.7])).toEqual([7, 3])
    expect(pays(20, [0.5, 0.5])).toEqual([10, 10])
    expect(amountOf([{ ...fixed(10), payout: [0.5, 0.5] }, fixed(3)])?.payout).toEqual([8, 5])
  })
  it('a figure on the border of two tiers belongs to the lower tier, in whatever order they are written', () => {
    const tiers = [
      { min: 0, max: 100, rate: 0.1 },
      { min: 100, max: null, rate: 0.15 },
    ]
    const of = (list: typeof tiers) => ends([{ kind: 'tierRate', name: '奖', base: 'rdExpenseY1', tiers: list }], { rdExpenseY1: 100 })
    expect([of(tiers), of(tiers.toReversed())]).toEqual([
      [10, 10, false],
      [10, 10, false],
    ])
  })
  it('a divisor of 0 leaves the amount unknown and is named as the reason', () => {
    const conditions: Condition = { all: [{ field: 'countyRegistered', op: 'eq', value: true }] }
    const rule = engine.compilePolicy({ id: 't', title: 't', conditions, benefits: [expr('rdExpenseY1 / employees', {})] })
    const judged = engine.judge(rule, { countyRegistered: true, rdExpenseY1: 10, employees: 0 }, { applyDate: DAY })
    expect([judged.verdict, judged.amount, judged.missing]).toEqual(['match', null, []])
    expect(judged.toJSON().amountReason).toBe('“职工总数（从业人员）”为 0，不能作除数，无法测算金额')
  })
  it('an optional figure with a divisor of 0 counts as zero, also beside an unknown benefit', () => {
    const perHead: Benefit = { kind: 'rate', name: '人均', base: '=rdExpenseY1 / employees', rate: 0.5, optional: true }
    const open = fixed(10, { field: 'isHNTE', op: 'eq', value: true })
    expect(ends([perHead, open], { rdExpenseY1: 10, employees: 0 })).toEqual([0, 10, false])
    expect(ends([{ ...perHead, base: '=max(7, rdExpenseY1 / employees)' }, open], { rdExpenseY1: 10, employees: 0 })).toEqual([
      0,
      10,
      false,
    ])
    expect(ends([perHead], { employees: 0 })).toEqual([0, 0, true])
  })
  it('an industry code is the same with and without the letter of its section', () => {
    const judge = (op: 'in' | 'notIn' | 'eq' | 'ne', value: string | string[], industryCode: string) =>
      engine.compileCondition({ field: 'industryCode', op, value })(engine.facts({ industryCode }, DAY))
    expect([judge('in', ['3451'], 'C3451'), judge('in', ['C3451'], '3451'), judge('notIn', ['3451'], 'C3451')]).toEqual([1, 1, 0])
    expect([judge('eq', '3451', 'C3451'), judge('ne', '3451', 'C3451'), judge('eq', '3451', 'C3452')]).toEqual([1, 0, 0])
  })
})
