import { describe, expect, it } from 'vitest'
import { engine } from './fixtures.ts'

const county = { field: 'countyRegistered', op: 'eq', value: true }
const issues = (parts: object[], benefits: object[] = [], more: object = {}) =>
  engine.validatePolicyRule({ id: 'p', title: 'p', conditions: { all: [county, ...parts] }, benefits, ...more })
const leaf = (field: string, op: string, value: unknown) => ({ field, op, value })
const fixed = (amount: number, more: object = {}) => ({ kind: 'fixed', name: '奖励', amount, ...more })

describe('保存时拒绝：不可能的取值', () => {
  it('a company that is small and large at once', () => {
    expect(issues([leaf('enterpriseScale', 'eq', 'small'), leaf('enterpriseScale', 'eq', 'large')])).toHaveLength(1)
    expect(issues([leaf('isSME', 'eq', true), leaf('enterpriseScale', 'eq', 'large')])).toEqual([
      { path: 'conditions.all[2]', message: '与其他条件矛盾，“企业规模”永远不能满足' },
    ])
    expect(issues([leaf('isSME', 'eq', false), leaf('enterpriseScale', 'in', ['small', 'micro'])])).toHaveLength(1)
    expect(issues([leaf('isSME', 'eq', true), leaf('enterpriseScale', 'in', ['small', 'large'])])).toEqual([])
  })
  it('a division that belongs to another section, and a section that does not exist', () => {
    expect(issues([leaf('industrySection', 'eq', 'C'), leaf('industryDivision', 'eq', '51')])).toMatchObject([
      { path: 'conditions.all[2]' },
    ])
    expect(issues([leaf('industrySection', 'eq', 'C'), leaf('industryDivision', 'in', ['34', '51'])])).toEqual([])
    expect(issues([leaf('industrySection', 'eq', 'Z')])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf('industryDivision', 'in', ['34', '00'])])).toMatchObject([{ path: 'conditions.all[1].value[1]' }])
  })
  it('an industry code that does not exist, and a division of an excluded section', () => {
    expect(issues([leaf('industryCode', 'in', ['3451', 'C9999'])])).toEqual([
      { path: 'conditions.all[1].value[1]', message: '“国民经济行业代码”中没有“C9999”' },
    ])
    expect(issues([leaf('industrySection', 'ne', 'C'), leaf('industryDivision', 'eq', '34')])).toMatchObject([
      { path: 'conditions.all[2]' },
    ])
    expect(issues([leaf('industrySection', 'ne', 'C'), leaf('industryDivision', 'in', ['34', '51'])])).toEqual([])
  })
  it('more conditions of a list than can hold together', () => {
    const sizes = (atLeast: number) => ({
      atLeast,
      of: [leaf('enterpriseScale', 'eq', 'small'), leaf('enterpriseScale', 'eq', 'large'), leaf('isHNTE', 'eq', true)],
    })
    expect(issues([sizes(3)])).toHaveLength(1)
    expect(issues([sizes(2)])).toEqual([])
    expect(issues([leaf('isHNTE', 'eq', false), sizes(2)])).toHaveLength(1)
    expect(issues([{ not: sizes(1) }, leaf('enterpriseScale', 'in', ['small', 'large'])])).toHaveLength(1)
  })
  it('a tax rate that does not exist', () => {
    expect(issues([leaf('corpTaxRate', 'eq', 0.2)])).toMatchObject([{ path: 'conditions.all[1]' }])
    expect(issues([leaf('corpTaxRate', 'in', [0.15, 0.2])])).toEqual([
      { path: 'conditions.all[1].value[1]', message: '“适用企业所得税率”没有 20% 这一档' },
    ])
    expect(issues([leaf('corpTaxRate', 'eq', 0.15)])).toEqual([])
    expect(issues([leaf('corpTaxRate', 'gt', 0.3)])).toMatchObject([{ path: 'conditions.all[1]' }])
  })
  it('a share typed as a percentage', () => {
    expect(issues([leaf('techStaffRatio', 'gte', 20)])).toEqual([
      { path: 'conditions.all[1].value', message: '“科技人员占比”的值应为小数，20% 写 0.2' },
    ])
    expect(issues([leaf('mainGrowthY1', 'gte', 15)])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf('=revenueY1 / revenueY2 - 1', 'gte', 15)])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf('=techStaff / employees', 'gte', 1.5)])).toMatchObject([{ path: 'conditions.all[1].value' }])
    expect(issues([leaf('techStaffRatio', 'gte', 0.2), leaf('mainGrowthY1', 'gte', 1.5)])).toEqual([])
  })
  it('a part that would be larger than its whole', () => {
    expect(issues([leaf('techStaff', 'gte', 100), leaf('employees', 'lte', 50)])).toMatchObject([{ path: 'conditions.all[2]' }])
    expect(issues([leaf('employees', 'lt', 100), leaf('techStaff', 'gte', 100)])).toMatchObject([{ path: 'conditions.all[2]' }])
    expect(issues([leaf('techStaff', 'gte', 50), leaf('employees', 'lte', 50)])).toEqual([])
  })
})

describe('保存时拒绝：谁也拿不到或算不对的扶持', () => {
  const tiers = [
    { min: 0, max: 1000, rate: 0.05 },
    { min: 1000, minInclusive: false, max: null, rate: 0.1 },
  ]
  it('a tier and a level that no company can reach under the conditions', () => {
    const benefit = { kind: 'tierRate', name: '补助', base: 'revenueY1', tiers }
    expect(issues([leaf('revenueY1', 'gte', 2000)], [benefit])).toEqual([
      { path: 'benefits[0].tiers[0]', message: '与申报条件矛盾，没有企业会落在这一档' },
    ])
    expect(issues([leaf('revenueY1', 'gte', 500)], [benefit])).toEqual([])
    const levels = {
      kind: 'reach',
      name: '奖励',
      base: 'revenueY1',
      levels: [
        { from: 1000, amount: 5 },
        { from: 5000, amount: 9 },
      ],
    }
    expect(issues([leaf('revenueY1', 'lt', 4000)], [levels])).toMatchObject([{ path: 'benefits[0].levels[1]' }])
    expect(issues([], [{ ...levels, levels: [...levels.levels, { from: 1000, amount: 7 }] }])).toMatchObject([
      { path: 'benefits[0].levels[2]' },
    ])
  })
  it('a tier below the conditions is allowed where each part of the figure is paid at its own rate', () => {
    const benefit = { kind: 'tierRate', name: '补助', base: 'revenueY1', mode: 'marginal', tiers }
    expect(issues([leaf('revenueY1', 'gte', 2000)], [benefit])).toEqual([])
    expect(issues([leaf('revenueY1', 'lte', 1000)], [benefit])).toMatchObject([{ path: 'benefits[0].tiers[1]' }])
  })
  it('an option that the conditions exclude', () => {
    const benefit = { kind: 'lookup', name: '奖励', field: 'rdOrgLevel', map: { national: 20, provincial: 10 } }
    expect(issues([leaf('rdOrgLevel', 'in', ['provincial', 'municipal'])], [benefit])).toMatchObject([{ path: 'benefits[0].map.national' }])
    expect(issues([leaf('rdOrgLevel', 'ne', 'none')], [benefit])).toEqual([])
    const factors = [{ field: 'rdOrgLevel', map: { national: 1.5, provincial: 1.2 } }]
    expect(issues([leaf('rdOrgLevel', 'eq', 'national')], [fixed(10, { factors })])).toEqual([
      { path: 'benefits[0].factors[0].map.provincial', message: '与申报条件矛盾，没有企业会是这一选项' },
    ])
  })
  it('two tiers that both include their common border', () => {
    const shared = [
      { min: 0, max: 100, maxInclusive: true, rate: 0.1 },
      { min: 100, minInclusive: true, max: null, rate: 0.15 },
    ]
    expect(issues([], [{ kind: 'tierRate', name: '补助', base: 'rdExpenseY1', tiers: shared }])).toEqual([
      { path: 'benefits[0].tiers[1]', message: '与第 1 档都含 100，正好这个数该按哪一档' },
    ])
  })
  it('a rate written as a percentage, a cap below the amount, and yearly shares that do not add up to 100 %', () => {
    expect(issues([], [{ kind: 'rate', name: '补助', base: 'rdExpenseY1', rate: 8 }])).toEqual([
      { path: 'benefits[0].rate', message: '比例为 800%，过大；如应为 8%，请填 8' },
    ])
    expect(issues([], [fixed(20, { cap: 10 })])).toEqual([{ path: 'benefits[0].cap', message: '封顶 10万元低于定额 20万元' }])
    expect(issues([], [{ kind: 'lookup', name: '奖励', field: 'rdOrgLevel', map: { national: 20 }, cap: 10 }])).toMatchObject([
      { path: 'benefits[0].cap' },
    ])
    const raised = (times: number) => fixed(20, { cap: 10, factors: [{ when: leaf('isHNTE', 'eq', true), times }] })
    expect(issues([], [raised(1.2)])).toMatchObject([{ path: 'benefits[0].cap' }])
    expect(issues([], [raised(0.5)])).toEqual([])
    const growth = { kind: 'perStep', name: '奖励', base: 'revenueY1', step: 500, amount: 5, cap: 3 }
    expect(issues([], [growth])).toEqual([{ path: 'benefits[0].cap', message: '封顶 3万元低于所列的 5万元' }])
    expect(issues([], [fixed(20, { floor: 30, cap: 25 })])).toMatchObject([{ path: 'benefits[0].floor' }])
    expect(issues([], [fixed(10, { payout: [0.7, 0.7] })])).toEqual([
      { path: 'benefits[0].payout', message: '各年比例合计 140%，应为 100%' },
    ])
    expect(issues([], [fixed(10, { payout: [0.4, 0.3, 0.3] })])).toEqual([])
  })
  it('a benefit that refers to its own policy', () => {
    const self = { kind: 'ref', name: '同本政策', ref: 'p' }
    expect(issues([], [self])).toEqual([{ path: 'benefits[0].ref', message: '不能引用本政策自己' }])
    expect(issues([], [{ kind: 'group', name: '组', items: [self] }])).toMatchObject([{ path: 'benefits[0].items[0].ref' }])
  })
  it('yearly payments inside a group, and an exclusive group used both inside and outside a group', () => {
    const group = (items: object[]) => ({ kind: 'group', name: '组', items })
    expect(issues([], [group([fixed(10, { payout: [0.5, 0.5] })])])).toEqual([
      { path: 'benefits[0].items[0].payout', message: '组内一项不能单独分年兑付，请在整组上写' },
    ])
    expect(
      issues([], [fixed(3, { exclusiveGroup: 'g' }), group([fixed(10, { exclusiveGroup: 'g' }), fixed(4, { exclusiveGroup: 'g' })])]),
    ).toMatchObject([{ path: 'benefits[1].items[0].exclusiveGroup' }, { path: 'benefits[1].items[1].exclusiveGroup' }])
  })
  it('the number of highest members: less than the number of members, and only where the highest are paid', () => {
    const group = (more: object) => [{ kind: 'group', name: '奖励', items: [fixed(5), fixed(6)], ...more }]
    expect(issues([], group({ combine: 'max', best: 2 }))).toEqual([
      { path: 'benefits[0].best', message: '组内只有 2 项，取高的 2 项就是全部合计' },
    ])
    expect(issues([], group({ best: 1 }))).toEqual([{ path: 'benefits[0].best', message: '只有“就高”的组才写取几项' }])
    expect(issues([], group({ combine: 'max', best: 0 }))).toMatchObject([{ path: 'benefits[0].best' }])
    expect(issues([], group({ combine: 'max', best: 1 }))).toEqual([])
  })
  it('steps counted from an earlier figure that is not a number', () => {
    const steps = (before: string) => [{ kind: 'perStep', name: '奖励', base: 'revenueY1', step: 500, amount: 5, before }]
    expect(issues([], steps('isHNTE'))).toMatchObject([{ path: 'benefits[0].before' }])
    expect(issues([], steps('revenueY9'))).toMatchObject([{ path: 'benefits[0].before' }])
    expect(issues([], steps('revenueY2'))).toEqual([])
  })
  it('ranks in the wrong order, ranks beyond the number of places, and ranks without money', () => {
    const rank = (awards: object[], more: object = {}) =>
      issues([], [fixed(30)], { allocation: { way: 'rank', rankBy: 'revenueY1', awards, ...more } })
    expect(
      rank([
        { to: 3, amount: 30 },
        { to: 3, amount: 20 },
      ]),
    ).toEqual([{ path: 'allocation.awards[1].to', message: '第 2 档应在第 3 名之后' }])
    expect(rank([{ to: 3, amount: 30 }], { places: 2 })).toEqual([
      { path: 'allocation.awards[0].to', message: '只取前 2 名，第 3 名得不到' },
    ])
    expect(rank([{ to: 3, amount: 0 }])).toMatchObject([{ path: 'allocation.awards[0].amount' }])
    expect(rank([{ to: null, amount: null }])).not.toEqual([])
    expect(rank([{ to: 3, amount: 30 }])).toEqual([])
    expect(issues([], [fixed(30)], { allocation: { way: 'rank', rankBy: 'revenueY1', topShare: 10 } })).toMatchObject([
      { path: 'allocation.topShare', message: '应小于 100%' },
    ])
  })
  it('payers whose shares do not add up to 100 %, a single payer, and a payer named twice', () => {
    const payers = (...shares: [string, number][]) => issues([], [fixed(30)], { funding: shares.map(([by, share]) => ({ by, share })) })
    expect(payers(['市', 0.4], ['县', 0.5])).toEqual([{ path: 'funding', message: '各方承担的比例合计应为 100%，现在是 90%' }])
    expect(payers(['县', 1])).toEqual([{ path: 'funding', message: '至少两方分担；只有一方的不必写' }])
    expect(payers(['县', 0.5], ['县', 0.5])).toEqual([{ path: 'funding[1].by', message: '“县”写了两次' }])
    expect(payers(['市', 40], ['县', 60])).not.toEqual([])
    expect(payers(['市', 0.4], ['县', 0.6])).toEqual([])
  })
  it('an amount of zero, an amount that falls as the level rises, and an amount that is too large', () => {
    const first = (benefit: object) => issues([], [{ name: '奖励', ...benefit }])[0]
    const zero = '是 0，这一项什么也不会给；只授牌、没有资金的请选“资质荣誉”'
    expect(first(fixed(0))).toEqual({ path: 'benefits[0].amount', message: zero })
    expect(first({ kind: 'rate', base: 'rdExpenseY1', rate: 0 })).toEqual({ path: 'benefits[0].rate', message: zero })
    expect(first({ kind: 'rate', base: 'rdExpenseY1', rate: 0.1, cap: 0 })).toEqual({ path: 'benefits[0].cap', message: zero })
    expect(first({ kind: 'lookup', field: 'rdOrgLevel', map: {} })).toEqual({ path: 'benefits[0].map', message: '还没有写各选项的金额' })
    expect(first({ kind: 'lookup', field: 'rdOrgLevel', map: { national: 0 } })).toMatchObject({ path: 'benefits[0].map' })
    expect(first({ kind: 'group', items: [fixed(0), fixed(1)] })).toMatchObject({ path: 'benefits[0].items[0].amount' })
    const levels = (...amounts: number[]) => ({
      kind: 'reach',
      base: 'revenueY1',
      levels: amounts.map((amount, n) => ({ from: n, amount })),
    })
    expect(first(levels(10, 5))).toEqual({ path: 'benefits[0].levels[1].amount', message: '满 1 的 5万元低于满 0 的 10万元' })
    expect(first(levels(0, 0))).toMatchObject({ path: 'benefits[0].levels[0].amount' })
    expect(first(levels(0, 5))).toBeUndefined()
    expect(first(fixed(1e12))).toMatchObject({ path: 'benefits[0].amount', message: expect.stringContaining('数额过大') })
    expect(first({ kind: 'honor', amount: 0 })).toBeUndefined()
  })
  it('shares typed as percentages in levels, steps and tables', () => {
    const growth = '=revenueY1 / revenueY2 - 1'
    const first = (benefit: object) => issues([], [{ name: '奖励', ...benefit }])[0]
    expect(first({ kind: 'perStep', base: growth, step: 10, amount: 1 })).toEqual({
      path: 'benefits[0].step',
      message: '比例为 1000%，过大；如应为 10%，请填 10',
    })
    expect(first({ kind: 'reach', base: growth, levels: [{ from: 20, amount: 5 }] })).toMatchObject({ path: 'benefits[0].levels[0].from' })
    expect(first({ kind: 'perStep', base: growth, step: 0.1, amount: 1 })).toBeUndefined()
    expect(first({ kind: 'rate', base: '=rdExpenseY1 * level(revenueY1, 500, 500%)', rate: 1 })).toEqual({
      path: 'benefits[0].base',
      message: '比例为 500%，过大，请核对',
    })
  })
  it('formulas without a usable result: wrong kinds, unknown options, a divisor of 0, a figure compared with itself', () => {
    const base = (formula: string) => issues([], [{ kind: 'rate', name: '奖励', base: formula, rate: 0.1 }])
    const at = (message: string) => [{ path: 'benefits[0].base', message }]
    expect(base('=rdExpenseY1 / 0')).toEqual(at('除数是 0，算不出结果'))
    expect(base('=count(rdOrgLevel)')).toEqual(at('“研发机构级别”不是多选，数不出选了几项'))
    expect(base('=monthsBegun(revenueY1, applyDate)')).toEqual(at('“上年度营业（销售）收入”不是日期，不能算时间'))
    expect(base('=rdOrgLevel == "galactic" ? 5 : 0')).toEqual(at('“研发机构级别”没有选项“galactic”'))
    expect(base('=rdOrgLevel == "national" ? 0 : rdOrgLevel == "provincial" ? 0 : 0')).toEqual(at('各选项取的数都是 0'))
    expect(base('=rdOrgLevel == "national" ? 5 : rdOrgLevel == "provincial" ? 0 : 0')).toEqual([])
    expect(base('=pow(employees, 99999)')).toEqual(at('乘方只能写 0 至 10 次'))
    expect(base('=pow(employees, employees)')).toEqual(at('乘方只能写 0 至 10 次'))
    expect(base('=pow(revenueY1 / revenueY3, 0.5) - 1')).toEqual([])
    expect(base('=companyName + 1')).toEqual(at('“企业名称”不是数，不能加减乘除'))
    expect(base('=rdExpenseY1 * isHNTE')).toEqual(at('“有效期内高新技术企业”不是数，不能加减乘除'))
    expect(base('=employees ? 1 : 2')).toEqual(at('“职工总数（从业人员）”不是“是、否”，不能作条件'))
    expect(base('=isHNTE ? 1 : 2')).toEqual([])
    expect(issues([], [{ kind: 'expr', name: '奖励', expr: 'employees / 0' }])).toEqual([
      { path: 'benefits[0].expr', message: '除数是 0，算不出结果' },
    ])
    expect(base('=count(qualityItems) + months(registeredDate, applyDate)')).toEqual([])
    expect(issues([leaf('=within(registeredDate, applyDate, 0)', 'eq', true)])).toMatchObject([{ path: 'conditions.all[1].field' }])
    expect(issues([leaf('revenueY1', 'gt', '=revenueY1')])).toEqual([
      { path: 'conditions.all[1].value', message: '与自己比较，结果总是一样的，请选另一项' },
    ])
  })
})
