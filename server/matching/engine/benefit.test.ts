import { describe, expect, it } from 'vitest'
import { engine, judged } from './fixtures.ts'
import type { Amount, Answers, Benefit, PolicyRule } from './types.ts'

const DAY = '2026-06-30'
const range = (amount: Amount | null): [number, number] | null => amount && [amount.min, amount.max]
const exact = (value: number): [number, number] => [value, value]

/** Expected amounts are calculated by hand from the texts of the policies. */
const HAND: [code: string, answers: Answers, expected: [number, number]][] = [
  [
    'key-xjr',
    {
      isLittleGiant: true,
      listed: false,
      keyLittleGiantSupported: false,
      planInvestment: 2000.01,
      abnormalList: false,
      seriousDishonest: false,
    },
    exact(600),
  ],
  ['tax-hnte-15', { isHNTE: true, taxableIncomeY1: 1234.567 }, exact(123.4567)],
  ['tax-small-profit', { prohibitedIndustry: false, taxableIncomeY1: 300, employees: 300, totalAssetsY1: 5000 }, exact(60)],
  ['tax-rd-100', { industryCode: '3451', rdExpenseY1: 200, icOrMachineTool: false, isHNTE: false }, exact(50)],
  ['tax-rd-100', { industryCode: '3451', rdExpenseY1: 200, icOrMachineTool: false, isHNTE: true }, exact(30)],
  [
    'tax-rd-100',
    {
      industryCode: '3451',
      rdExpenseY1: 200,
      icOrMachineTool: false,
      isHNTE: true,
      prohibitedIndustry: false,
      taxableIncomeY1: 100,
      employees: 10,
      totalAssetsY1: 100,
    },
    exact(10),
  ],
  ['tax-rd-120', { icOrMachineTool: true, rdExpenseY1: 200, isHNTE: true }, exact(36)],
  [
    'sme-loan-2026',
    {
      sizingIndustry: 'industry',
      employees: 10,
      revenueY1: 900,
      privateEnterprise: true,
      faLoanDate: '2026-01-01',
      faLoanKeyField: true,
      duplicateFunding: false,
      faLoanAmount: 6000,
      faLoanYears: 3,
    },
    exact(150),
  ],
  ['equip-loan-2026', { equipRenewalLoan: true, faLoanAmount: 1000, duplicateFunding: false, faLoanYears: 1.5 }, exact(22.5)],
  [
    'startup-loan',
    {
      sizingIndustry: 'industry',
      employees: 100,
      revenueY1: 1000,
      newHireEligible: 10,
      wageArrears: false,
      startupLoanAmount: 500,
      startupLoanRate: 0.043,
      startupLoanYears: 3,
    },
    exact(17.2),
  ],
  [
    'ui-refund',
    {
      uiPaidMonths: 12,
      insuredEmployees: 30,
      layoffRate: 0.2,
      seriousDishonest: false,
      uiPremiumPaidY1: 10,
      sizingIndustry: 'industry',
      employees: 1000,
      revenueY1: 40000,
      uiUplift: false,
    },
    exact(3),
  ],
  [
    'ui-refund',
    {
      uiPaidMonths: 12,
      insuredEmployees: 30,
      layoffRate: 0.2,
      seriousDishonest: false,
      uiPremiumPaidY1: 10,
      sizingIndustry: 'industry',
      employees: 30,
      uiUplift: true,
    },
    exact(9),
  ],
  ['job-expansion', { expansionHires: 7, expansionInsuredMonths: 3 }, exact(1.05)],
  ['si-subsidy-25', { sizingIndustry: 'other', employees: 20, keyIndustrySI: true, keyGroupPersonalSI: 1.23456 }, exact(0.3086)],
  [
    'gd-tech-equip',
    {
      sizingIndustry: 'industry',
      techReformFiled: true,
      projectCompleted: true,
      duplicateFunding: false,
      seriousDishonest: false,
      gdRegion: 'prd',
      equipmentInvestment: 700,
    },
    exact(140),
  ],
  ['gd-tech-interest', { sizingIndustry: 'industry', techLoanAmount: 100, duplicateFunding: false, loanInterestPaid: 1000 }, exact(200)],
  ['gd-tech-lease', { sizingIndustry: 'industry', leaseContract: 500, lpr5y: 0.035 }, exact(2.625)],
  ['zj-first-set', { firstSetLevel: 'international' }, [200, 400]],
  ['zhenhai-equip-2024', { industryCode: '3451', equipmentInvestment: 200, hiTechOrDigitalCore: false }, exact(12)],
  ['zhenhai-equip-2024', { industryCode: '3451', equipmentInvestment: 4000, hiTechOrDigitalCore: false }, exact(200)],
  ['zhenhai-clean-2024', { cleanInvestment: 250 }, exact(20)],
  ['zhenhai-digital-2024', { digitalProjectInvestment: 3001, projectCompleted: true }, exact(300)],
  ['xinchang-info', { infoInvestment: 10 }, exact(1.5)],
  ['xinchang-cloud', { cloudSpending: 5 }, exact(1.5)],
  ['deqing-software', { sizingIndustry: 'industry', softwareInvestment: 5, usesCountyPlatform: false }, exact(0.75)],
  ['deqing-software', { sizingIndustry: 'industry', softwareInvestment: 20, usesCountyPlatform: false }, exact(3)],
  ['deqing-software', { sizingIndustry: 'industry', softwareInvestment: 20.01, usesCountyPlatform: false }, exact(5.0025)],
  ['deqing-software', { sizingIndustry: 'industry', softwareInvestment: 100, usesCountyPlatform: true }, exact(30)],
  ['deqing-software', { sizingIndustry: 'industry', softwareInvestment: 1000, usesCountyPlatform: true }, exact(300)],
  ['deqing-smart', { smartFactory: 'provFuture' }, exact(500)],
  ['shengzhou-smart', { smartFactory: 'cityWorkshop' }, exact(10)],
  ['huzhou-tech', { industryCode: 'C3451', equipmentInvestment: 30000, projectCompleted: true, benchmarkProject: true }, exact(3000)],
  ['huzhou-tech', { industryCode: '3451', equipmentInvestment: 500, projectCompleted: true, benchmarkProject: false }, exact(40)],
  [
    'xian-scale',
    {
      sizingIndustry: 'industry',
      firstScaleAbove: true,
      isNewBuildScale: true,
      mainRevenueY1: 5000.01,
      inScalePool: true,
      equipmentInvestment: 3000,
    },
    exact(250),
  ],
  [
    'xian-scale',
    { sizingIndustry: 'industry', firstScaleAbove: true, isNewBuildScale: true, mainRevenueY1: 5000, inScalePool: false },
    exact(30),
  ],
  ['yanan-fiveup', { firstScaleAbove: true, sizingIndustry: 'industry' }, exact(30)],
  ['yanan-fiveup', { firstScaleAbove: true, sizingIndustry: 'hotel' }, exact(20)],
  ['yanan-fiveup', { firstScaleAbove: true, sizingIndustry: 'software', revenueY1: 999 }, exact(15)],
  ['dangshan-rd', { isScaleAbove: true, rdExpenseY1: 200, rdExpenseY2: 150, mainRevenueY1: 20000 }, exact(3)],
  ['hechuan-rd', { inHiTechField: true, rdExpenseY1: 3000 }, exact(50)],
  ['huaibin-hnte', { hnteEvent: 'renew' }, exact(5)],
  ['huaibei-green', { greenFactoryLevel: 'municipal' }, exact(10)],
  ['longwan-first-set', { firstSetLevel: 'provincial' }, exact(75)],
  ['longwan-voucher', { serviceSpend: 0.4 }, exact(0.4)],
  ['longwan-voucher', { serviceSpend: 20 }, exact(5)],
  ['sz-exhibition', { sizingIndustry: 'other', employees: 5, exhibitionFee: 10, exhibitionMarket: 'emerging' }, exact(7)],
  ['hlj-exhibition', { exhibitionBooths: 3, exhibitionFee: 1.8 }, exact(1.26)],
  ['hlj-exhibition', { exhibitionBooths: 6, exhibitionFee: 12 }, exact(2)],
  ['pan-an-standard', { standardsNatLed: 1, standardsIndLed: 2, standardsLocalLed: 3 }, exact(55)],
  ['demo-export-credit', { countyRegistered: true, exportCreditPremium: 100, exhibitionMarket: 'traditional' }, exact(30)],
  ['demo-talent', { countyRegistered: true, talentDoctor: 2, talentMaster: 3, talentBachelor: 4 }, exact(18)],
  ['demo-talent', { countyRegistered: true, talentDoctor: 20, talentMaster: 0, talentBachelor: 0 }, exact(60)],
  [
    'demo-micro-interest',
    {
      countyRegistered: true,
      sizingIndustry: 'industry',
      employees: 50,
      revenueY1: 1000,
      countyLoanInterest: 150,
      abnormalList: false,
      seriousDishonest: false,
    },
    exact(20),
  ],
  ['demo-scale-up', { countyRegistered: true, sizingIndustry: 'industry', firstScaleAbove: true, revenueY1: 2000 }, exact(20)],
]

describe('政策金额', () => {
  for (const [code, answers, expected] of HAND)
    it(`${code} = ${expected.join('～')}`, () => {
      expect(engine.checkAnswers(answers)).toEqual([])
      const result = judged(code, answers, DAY)
      expect([result.verdict, result.failedTop, result.missing]).toEqual(['match', [], []])
      expect(range(result.amount)).toEqual(expected)
      expect(result.amount?.steps.length).toBeGreaterThan(0)
    })

  it('荣誉与引用没有金额', () => {
    const answers = {
      residentEnterprise: true,
      employees: 100,
      revenueY1: 1,
      totalAssetsY1: 1,
      prohibitedIndustry: false,
      majorAccident1y: false,
      researchDishonest: false,
      abnormalList: false,
      seriousDishonest: false,
      isHNTE: true,
    }
    expect([judged('kjxzx', answers).verdict, judged('kjxzx', answers).amount]).toEqual(['match', null])
  })

  it('不符合与待补充时没有金额', () => {
    expect([
      judged('hechuan-rd', { inHiTechField: true, rdExpenseY1: 499.99 }).amount,
      judged('hechuan-rd', { inHiTechField: true }).amount,
    ]).toEqual([null, null])
  })

  it('符合但测算缺数据：金额为空并列出所缺', () => {
    const result = judged('equip-loan-2026', { equipRenewalLoan: true, faLoanAmount: 100, duplicateFunding: false })
    expect([result.verdict, result.amount, result.missing]).toEqual(['match', null, ['faLoanYears']])
  })

  it('缺省值：按缺省测算，区间覆盖其他取值', () => {
    const refund = judged('ui-refund', {
      uiPaidMonths: 12,
      insuredEmployees: 40,
      layoffRate: 0.055,
      seriousDishonest: false,
      uiPremiumPaidY1: 10,
      sizingIndustry: 'industry',
      employees: 40,
      revenueY1: 900,
    })
    expect([refund.amount?.value, range(refund.amount), refund.amount?.upperBound]).toEqual([6, [6, 9], true])
    expect(judged('huzhou-tech', { industryCode: '3451', equipmentInvestment: 20000, projectCompleted: true }).amount).toMatchObject({
      min: 1000,
      max: 2400,
      value: 1000,
    })
  })

  it('可选数量未填按 0；有封顶时上限为封顶，无封顶时注明未设上限', () => {
    expect(judged('demo-talent', { countyRegistered: true, talentDoctor: 1 }).amount).toMatchObject({ min: 5, max: 60, value: 5 })
    const standards = judged('pan-an-standard', { standardsNatLed: 2 }).amount
    expect(standards).toMatchObject({ min: 40, max: 40, value: 40, openEnded: true })
  })

  it('前置条件未知：不计入下限，计入上限', () => {
    expect(
      judged('xian-scale', { sizingIndustry: 'industry', firstScaleAbove: true, inScalePool: false, mainRevenueY1: 6000 }).amount,
    ).toMatchObject({ min: 30, max: 50, value: 30 })
  })

  it('加成条件未知按不加，上限计入', () => {
    expect(judged('deqing-software', { sizingIndustry: 'industry', softwareInvestment: 50 }).amount).toMatchObject({
      min: 12.5,
      max: 15,
      value: 12.5,
    })
  })

  it('区间奖励给出区间，测算值取上限', () => {
    expect(judged('zj-first-set', { firstSetLevel: 'provincial' }).amount).toMatchObject({ value: 100, amountRange: [50, 100] })
  })

  it('分年兑付与择优', () => {
    expect(judged('yanan-fiveup', { firstScaleAbove: true, sizingIndustry: 'retail' }).amount?.payout).toEqual([8, 12])
    expect(
      judged('demo-scale-up', { countyRegistered: true, sizingIndustry: 'industry', firstScaleAbove: true, revenueY1: 9000 }).amount
        ?.payout,
    ).toEqual([10, 10])
    expect(
      judged('dangshan-rd', { isScaleAbove: true, rdExpenseY1: 200, rdExpenseY2: 150, mainRevenueY1: 20000 }).amount?.competitive,
    ).toBe(true)
  })

  it('步骤写出公式、取值和结果', () => {
    const steps = judged('zhenhai-equip-2024', {
      industryCode: '3451',
      equipmentInvestment: 5000,
      hiTechOrDigitalCore: true,
    }).amount?.steps.join('\n')
    expect(steps).toContain('min(5000 × 0.08, 300) = 300万元')
    expect(steps).toContain('按一个项目测算；每家企业每年最多支持2个项目')
    expect(judged('xinchang-info', { infoInvestment: 800 }).amount?.steps).toEqual([
      '信息化补助：信息化设备与软件投入 800万元 × 15% = 120万元',
      '封顶 100万元，按 100万元 计',
    ])
  })
})

describe('其他优惠写法', () => {
  const priced = (benefits: Benefit[], answers: Answers, extra: Partial<PolicyRule> = {}): Amount | null => {
    const rule: PolicyRule = {
      id: 't',
      title: 't',
      conditions: { all: [{ field: 'countyRegistered', op: 'eq', value: true }] },
      benefits,
      ...extra,
    }
    return engine.judge(engine.compilePolicy(rule), { countyRegistered: true, ...answers }, { applyDate: DAY }).amount
  }
  const tiers = [
    { min: 0, max: 100, rate: 0.1 },
    { min: 100, minInclusive: false, max: null, rate: 0.2 },
  ]
  it('超额累进与全额分档不同', () => {
    expect(
      priced([{ kind: 'tierRate', name: 'a', base: 'softwareInvestment', tiers, mode: 'marginal' }], { softwareInvestment: 150 }),
    ).toMatchObject({ min: 20, max: 20 })
    expect(
      priced([{ kind: 'tierRate', name: 'a', base: 'softwareInvestment', tiers, mode: 'whole' }], { softwareInvestment: 150 }),
    ).toMatchObject({ min: 30, max: 30 })
  })
  it('同组不叠加取高，其余相加', () => {
    const two: Benefit[] = [
      { kind: 'fixed', name: '甲', amount: 10, exclusiveGroup: 'g' },
      { kind: 'rate', name: '乙', base: 'softwareInvestment', rate: 0.1, exclusiveGroup: 'g' },
      { kind: 'fixed', name: '丙', amount: 1 },
    ]
    expect(priced(two, { softwareInvestment: 150 })).toMatchObject({ min: 16, max: 16 })
    expect(priced(two, { softwareInvestment: 50 })).toMatchObject({ min: 11, max: 11 })
    expect(priced(two, { softwareInvestment: 150 }, { benefitCombine: 'max' })).toMatchObject({ min: 15, max: 15 })
  })
  it('结果只在最后四舍五入一次', () => {
    const thirds: Benefit[] = [1, 2, 3].map((each) => ({ kind: 'expr', name: `${each}`, expr: 'softwareInvestment / 30000' }))
    expect(priced(thirds, { softwareInvestment: 1 })).toMatchObject({ min: 0.0001, max: 0.0001 })
  })
  it('十进制精确：0.1+0.2 与 3450/3000−1', () => {
    expect(
      priced([{ kind: 'expr', name: 'a', expr: '0.1 + 0.2 == 0.3 && mainRevenueY1 / mainRevenueY2 - 1 >= 0.15 ? 1 : 0' }], {
        mainRevenueY1: 3450,
        mainRevenueY2: 3000,
      }),
    ).toMatchObject({ min: 1 })
  })
  it('不同政策的互斥组合计时取高', async () => {
    const { total } = await import('./index.ts')
    const answers = { isHNTE: true, prohibitedIndustry: false, taxableIncomeY1: 100, employees: 10, totalAssetsY1: 100 }
    const list = [judged('tax-hnte-15', answers), judged('tax-small-profit', answers), judged('xinchang-info', { infoInvestment: 10 })]
    expect(total(list, [])).toEqual({
      min: 21.5,
      max: 21.5,
      value: 21.5,
      unit: '万元',
      proved: true,
      chosen: ['tax-small-profit', 'xinchang-info'],
      left: [{ code: 'tax-hnte-15', name: expect.stringContaining('取高'), better: ['tax-small-profit'] }],
      cuts: [],
    })
  })
})
