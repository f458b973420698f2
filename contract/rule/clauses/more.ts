import type { Clause } from './types.ts'

const growth = (least: number) => ({ field: '=revenueY1 / revenueY2 - 1', op: 'gte', value: least }) as const

export const moreClauses: readonly Clause[] = [
  {
    text: '营业收入增长 15% 以上且研发费用占比不低于 3% 的，奖励 10 万元。',
    conditions: { all: [growth(0.15), { field: '=rdExpenseY1 / revenueY1', op: 'gte', value: 0.03 }] },
    benefits: [{ kind: 'fixed', name: '成长奖', amount: 10 }],
    pays: [
      [{ revenueY1: 1150, revenueY2: 1000, rdExpenseY1: 34.5 }, 10],
      [{ revenueY1: 1149, revenueY2: 1000, rdExpenseY1: 34.5 }, 'nomatch'],
      [{ revenueY1: 1150, revenueY2: 0, rdExpenseY1: 34.5 }, 'unknown'],
    ],
    says: '定额10万元',
  },
  {
    text: '连续两年营业收入增长 10% 以上的，奖励 20 万元。',
    conditions: { all: [{ field: '=min(revenueY1 / revenueY2 - 1, revenueY2 / revenueY3 - 1)', op: 'gte', value: 0.1 }] },
    benefits: [{ kind: 'fixed', name: '连续增长', amount: 20 }],
    pays: [
      [{ revenueY1: 1210, revenueY2: 1100, revenueY3: 1000 }, 20],
      [{ revenueY1: 1300, revenueY2: 1090, revenueY3: 1000 }, 'nomatch'],
    ],
    says: '定额20万元',
  },
  {
    text: '认定为专精特新之日起 12 个月内申报的，奖励 30 万元。',
    conditions: { all: [{ field: '=within(own16, applyDate, 12)', op: 'eq', value: true }] },
    benefits: [{ kind: 'fixed', name: '认定奖励', amount: 30 }],
    pays: [
      [{ own16: '2025-06-30' }, 30],
      [{ own16: '2025-06-29' }, 'nomatch'],
    ],
    says: '定额30万元',
  },
  {
    text: '注册满 2 年、不满 5 年的企业。',
    conditions: {
      all: [
        { field: '=years(registeredDate, applyDate)', op: 'gte', value: 2 },
        { field: '=years(registeredDate, applyDate)', op: 'lt', value: 5 },
      ],
    },
    benefits: [{ kind: 'fixed', name: '初创', amount: 3 }],
    pays: [
      [{ registeredDate: '2024-06-30' }, 3],
      [{ registeredDate: '2024-07-01' }, 'nomatch'],
      [{ registeredDate: '2021-06-30' }, 'nomatch'],
    ],
    says: '定额3万元',
  },
  {
    text: '高企、专精特新、科技型中小企业三项中具备两项以上的。',
    conditions: {
      atLeast: 2,
      of: [
        { field: 'isHNTE', op: 'eq', value: true },
        { field: 'isSRDI', op: 'eq', value: true },
        { field: 'isTechSME', op: 'eq', value: true },
      ],
    },
    benefits: [{ kind: 'fixed', name: '叠加资质', amount: 6 }],
    pays: [
      [{ isHNTE: true, isTechSME: true }, 6],
      [{ isHNTE: true }, 'unknown'],
      [{ isHNTE: false, isSRDI: false }, 'nomatch'],
    ],
    says: '定额6万元',
  },
  {
    text: '近一年新购单台 50 万元以上设备 3 台以上的，按其发票金额的 10% 补助。',
    conditions: {
      all: [{ field: '=rowsCount(table3, f1 >= 50 && f2 > addMonths(applyDate, -12))', op: 'gte', value: 3 }],
    },
    benefits: [{ kind: 'rate', name: '设备更新', base: '=rowsSum(table3, f1, f1 >= 50 && f2 > addMonths(applyDate, -12))', rate: 0.1 }],
    pays: [
      [
        {
          table3: [
            { f1: 60, f2: '2026-01-01' },
            { f1: 50, f2: '2026-02-01' },
            { f1: 90, f2: '2025-12-01' },
            { f1: 49, f2: '2026-01-01' },
          ],
        },
        20,
      ],
      [{ table3: [{ f1: 60, f2: '2026-01-01' }] }, 'nomatch'],
      [{ table3: [{ f1: 60 }, { f1: 50, f2: '2026-02-01' }, { f1: 90, f2: '2025-12-01' }] }, 'unknown'],
    ],
    says: '发票金额合计',
  },
  {
    text: '职工年平均工资达到全县平均工资 1.2 倍以上的，奖励 5 万元。',
    conditions: { all: [{ field: 'own7', op: 'gte', value: '=own6 * 1.2' }] },
    benefits: [{ kind: 'fixed', name: '稳岗', amount: 5 }],
    pays: [
      [{ own7: 9 }, 5],
      [{ own7: 8.99 }, 'nomatch'],
    ],
    says: '定额5万元',
  },
  {
    text: '研发费用占比高于上年的，奖励 4 万元。',
    conditions: { all: [{ field: '=rdExpenseY1 / revenueY1', op: 'gt', value: '=rdExpenseY2 / revenueY2' }] },
    benefits: [{ kind: 'fixed', name: '研发强度', amount: 4 }],
    pays: [
      [{ rdExpenseY1: 40, revenueY1: 1000, rdExpenseY2: 30, revenueY2: 1000 }, 4],
      [{ rdExpenseY1: 30, revenueY1: 1000, rdExpenseY2: 30, revenueY2: 1000 }, 'nomatch'],
    ],
    says: '定额4万元',
  },
  {
    text: '省级、市级、县级奖励就高不重复：高企 20 万元、专精特新 30 万元、小巨人 50 万元。',
    benefitCombine: 'max',
    benefits: [
      { kind: 'fixed', name: '高企', amount: 20, when: { field: 'isHNTE', op: 'eq', value: true } },
      { kind: 'fixed', name: '专精特新', amount: 30, when: { field: 'isSRDI', op: 'eq', value: true } },
      { kind: 'fixed', name: '小巨人', amount: 50, when: { field: 'isLittleGiant', op: 'eq', value: true } },
    ],
    pays: [
      [{ isHNTE: true, isSRDI: true, isLittleGiant: false }, 30],
      [{ isHNTE: true, isSRDI: true }, [30, 50]],
    ],
    says: '定额20万元',
  },
  {
    text: '引进博士每人 3 万元、硕士每人 1 万元，两项合计最高 20 万元。',
    benefits: [
      {
        kind: 'group',
        name: '引才',
        cap: 20,
        items: [
          { kind: 'perUnit', name: '博士', base: 'talentDoctor', unitAmount: 3 },
          { kind: 'perUnit', name: '硕士', base: 'talentMaster', unitAmount: 1 },
        ],
      },
    ],
    pays: [
      [{ talentDoctor: 2, talentMaster: 5 }, 11],
      [{ talentDoctor: 6, talentMaster: 5 }, 20],
    ],
    says: '以下各项合计',
  },
  {
    text: '上市分阶段补助，全程最高 500 万元，已得的扣除。',
    benefits: [{ kind: 'fixed', name: '上市', amount: 500, less: ['own11'] }],
    pays: [
      [{ own11: 150 }, 350],
      [{ own11: 600 }, 0],
      [{}, [0, 500]],
    ],
    says: '扣除企业上市阶段补助已得，只补差额',
  },
  {
    text: '数字化改造评分 60 分以上的，诊断费全额补助，最高 5 万元。',
    conditions: { all: [{ field: 'own15', op: 'gte', value: 60 }] },
    benefits: [{ kind: 'rate', name: '诊断费', base: 'serviceSpend', rate: 1, cap: 5 }],
    pays: [
      [{ infoInvestment: 600, coreBizIT: true, digitalLevel: 1, serviceSpend: 4 }, 4],
      [{ infoInvestment: 50, coreBizIT: true, digitalLevel: 2, serviceSpend: 4 }, 'nomatch'],
      [{ infoInvestment: 600, serviceSpend: 4 }, 'unknown'],
    ],
    says: '按年度购买技术创新服务金额计算；最高5万元',
  },
  {
    text: '按研发费用 10% 补助，专项预算 1000 万元，超出的按比例折算。',
    allocation: { way: 'prorata', budget: 1000 },
    benefits: [{ kind: 'rate', name: '研发', base: 'rdExpenseY1', rate: 0.1 }],
    pays: [[{ rdExpenseY1: 300 }, 30]],
    says: '的10%计算',
  },
  {
    text: '按缴税增量排名，前 10 名各奖 20 万元，每个乡镇最多 2 家。',
    allocation: { way: 'rank', places: 10, perTown: 2, rankBy: '=own13 - own14' },
    benefits: [{ kind: 'fixed', name: '贡献前十', amount: 20 }],
    pays: [[{}, 20]],
    says: '定额20万元',
  },
  {
    text: '先到先得，总额 200 万元用完为止，每家 2 万元。',
    allocation: { way: 'first', budget: 200 },
    benefits: [{ kind: 'fixed', name: '上云券', amount: 2 }],
    pays: [[{}, 2]],
    says: '定额2万元',
  },
  {
    text: '集团合并营业收入 10 亿元以上的总部企业，奖励 100 万元。',
    conditions: { all: [{ field: '=revenueY1 + rowsSum(related, revenueY1)', op: 'gte', value: 100_000 }] },
    benefits: [{ kind: 'fixed', name: '总部', amount: 100 }],
    pays: [
      [{ revenueY1: 60_000, related: [{ revenueY1: 25_000 }, { revenueY1: 15_000 }] }, 100],
      [{ revenueY1: 60_000, related: [] }, 'nomatch'],
    ],
    says: '定额100万元',
  },
  {
    text: '税收较上年增长部分的 20% 奖励企业。',
    benefits: [{ kind: 'rate', name: '税收增量', base: '=own13 - own14', rate: 0.2 }],
    pays: [[{ own13: 300, own14: 180 }, 24]],
    says: '上年度缴纳税收较前一年的增加额',
  },
  {
    text: '三年研发费用平均值的 5% 奖励。',
    benefits: [{ kind: 'rate', name: '研发平均', base: '=(rdExpenseY1 + rdExpenseY2 + rdExpenseY3) / 3', rate: 0.05 }],
    pays: [[{ rdExpenseY1: 300, rdExpenseY2: 200, rdExpenseY3: 100 }, 10]],
    says: '的5%计算',
  },
  {
    text: '增速达 10%、20%、30% 的，分别奖励 5、10、20 万元。',
    benefits: [
      {
        kind: 'reach',
        name: '增速奖',
        base: '=revenueY1 / revenueY2 - 1',
        levels: [
          { from: 0.1, amount: 5 },
          { from: 0.2, amount: 10 },
          { from: 0.3, amount: 20 },
        ],
      },
    ],
    pays: [
      [{ revenueY1: 1200, revenueY2: 1000 }, 10],
      [{ revenueY1: 1099, revenueY2: 1000 }, 0],
    ],
    says: '满20%的10万元',
  },
  {
    text: '扣除政府补助后的设备净投入按 12% 补助，最高 150 万元；规上企业上浮 10%。',
    benefits: [
      {
        kind: 'rate',
        name: '净投入',
        base: '=equipmentInvestment - own5',
        rate: 0.12,
        factors: [{ when: { field: 'isScaleAbove', op: 'eq', value: true }, times: 1.1 }],
        cap: 150,
      },
    ],
    pays: [[{ equipmentInvestment: 1100, own5: 100, isScaleAbove: true }, 132]],
    says: '按110%计算；最高150万元',
  },
  {
    text: '主导制定国际、国家、行业标准的每项奖励 50、20、10 万元，每家每年最高 100 万元。',
    benefits: [
      {
        kind: 'group',
        name: '标准',
        cap: 100,
        items: [
          { kind: 'perUnit', name: '国际', base: 'standardsIntlLed', unitAmount: 50 },
          { kind: 'perUnit', name: '国家', base: 'standardsNatLed', unitAmount: 20 },
          { kind: 'perUnit', name: '行业', base: 'standardsIndLed', unitAmount: 10 },
        ],
      },
    ],
    pays: [
      [{ standardsIntlLed: 1, standardsNatLed: 1, standardsIndLed: 2 }, 90],
      [{ standardsIntlLed: 2, standardsNatLed: 1, standardsIndLed: 0 }, 100],
    ],
    says: '每项50万元',
  },
  {
    text: '进口设备按 10%、国产设备按 8% 补助，单台最高 30 万元。',
    benefits: [
      { kind: 'rate', name: '进口', base: '=rowsSum(table3, min(f1 * 0.1, 30), f3 == true)', rate: 1 },
      { kind: 'rate', name: '国产', base: '=rowsSum(table3, min(f1 * 0.08, 30), f3 == false)', rate: 1 },
    ],
    pays: [
      [
        {
          table3: [
            { f1: 500, f3: true },
            { f1: 100, f3: false },
            { f1: 100, f3: true },
          ],
        },
        48,
      ],
    ],
    says: '每项（发票金额 × 10%，最高30万元）合计',
  },
]
