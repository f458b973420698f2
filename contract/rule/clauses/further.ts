import type { Clause } from './types.ts'

const isTrue = (field: string) => ({ field, op: 'eq', value: true }) as const
const isFalse = (field: string) => ({ field, op: 'eq', value: false }) as const
const growth = '=revenueY1 / revenueY2 - 1'

export const furtherClauses: readonly Clause[] = [
  {
    text: '流动资金贷款按年利率和实际用款天数计息，补助 50%，最高 30 万元。',
    benefits: [{ kind: 'rate', name: '贴息', base: '=faLoanAmount * own19 * days(faLoanDate, applyDate) / 365', rate: 0.5, cap: 30 }],
    pays: [
      [{ faLoanAmount: 1000, own19: 0.0365, faLoanDate: '2026-01-01' }, 9],
      [{ faLoanAmount: 1000, own19: 0.0365, faLoanDate: '2026-06-29' }, 0.05],
      [{ faLoanAmount: 8000, own19: 0.0365, faLoanDate: '2026-01-01' }, 30],
    ],
    says: '贷款发放日期至申报的天数 ÷ 365',
  },
  {
    text: '自投产之日起按实际月数补助厂房租金的 50%，最多 12 个月。',
    benefits: [{ kind: 'rate', name: '租金', base: '=own1 * own2 * min(months(own25, applyDate), 12)', rate: 0.5 }],
    pays: [
      [{ own1: 1000, own2: 0.002, own25: '2026-01-15' }, 5],
      [{ own1: 1000, own2: 0.002, own25: '2026-01-30' }, 5],
      [{ own1: 1000, own2: 0.002, own25: '2024-01-01' }, 12],
    ],
    says: '投产日期至申报的整月数，最高12个月',
  },
  {
    text: '研发投入强度比上年每提高 1 个百分点奖励 5 万元，最高 20 万元。',
    benefits: [
      { kind: 'perStep', name: '强度', base: '=rdExpenseY1 / revenueY1 - rdExpenseY2 / revenueY2', step: 0.01, amount: 5, cap: 20 },
    ],
    pays: [
      [{ rdExpenseY1: 60, revenueY1: 1000, rdExpenseY2: 32, revenueY2: 800 }, 10],
      [{ rdExpenseY1: 59.99, revenueY1: 1000, rdExpenseY2: 32, revenueY2: 800 }, 5],
      [{ rdExpenseY1: 30, revenueY1: 1000, rdExpenseY2: 32, revenueY2: 800 }, 0],
      [{ rdExpenseY1: 200, revenueY1: 1000, rdExpenseY2: 32, revenueY2: 800 }, 20],
    ],
    says: '研发费用 ÷ 上年度营业（销售）收入 − 上上年度研发费用',
  },
  {
    text: '贷款实际年利率高于一年期 LPR 的按 LPR 计，按贷款额的 50% 贴息，不超过已付利息，最高 100 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '贴息',
        base: '=faLoanAmount * min(own19, own3)',
        rate: 0.5,
        cap: 100,
        limits: ['loanInterestPaid'],
      },
    ],
    pays: [
      [{ faLoanAmount: 2000, own19: 0.045, loanInterestPaid: 90 }, 29],
      [{ faLoanAmount: 2000, own19: 0.02, loanInterestPaid: 40 }, 20],
      [{ faLoanAmount: 2000, own19: 0.045, loanInterestPaid: 10 }, 10],
      [{ faLoanAmount: 9000, own19: 0.045, loanInterestPaid: 400 }, 100],
      [{ faLoanAmount: 2000, own19: 0.02 }, [0, 20]],
    ],
    says: '贷款实际年利率、一年期LPR取低',
  },
  {
    text: '按固定资产投资的 10% 奖励，最高 500 万元，且不超过其上年度缴纳的增值税 50% 与企业所得税 40% 之和。',
    benefits: [{ kind: 'rate', name: '投资奖励', base: 'planInvestment', rate: 0.1, cap: 500, limits: ['=own26 * 50% + own27 * 40%'] }],
    pays: [
      [{ planInvestment: 3000, own26: 500, own27: 200 }, 300],
      [{ planInvestment: 3000, own26: 300, own27: 100 }, 190],
      [{ planInvestment: 9000, own26: 2000, own27: 2000 }, 500],
    ],
    says: '最高不超过“增值税 × 50% + 企业所得税 × 40%”',
  },
  {
    text: '营业收入增速高于全县规上工业增速 5 个百分点以上的，奖励 15 万元。',
    conditions: { all: [{ field: growth, op: 'gte', value: '=own22 + 5%' }] },
    benefits: [{ kind: 'fixed', name: '增速奖', amount: 15 }],
    pays: [
      [{ revenueY1: 1130, revenueY2: 1000 }, 15],
      [{ revenueY1: 1129.99, revenueY2: 1000 }, 'nomatch'],
    ],
    says: '定额15万元',
  },
  {
    text: '亩均税收 20 万元以上、30 万元以下的奖 5 万元，30 万元以上的奖 10 万元。',
    benefits: [
      {
        kind: 'reach',
        name: '亩均',
        base: '=own13 / own18',
        levels: [
          { from: 20, amount: 5 },
          { from: 30, amount: 10 },
        ],
      },
    ],
    pays: [
      [{ own13: 200, own18: 10 }, 5],
      [{ own13: 299.99, own18: 10 }, 5],
      [{ own13: 300, own18: 10 }, 10],
      [{ own13: 199.99, own18: 10 }, 0],
    ],
    says: '满20万元/亩的5万元',
  },
  {
    text: '上一年度认定的高新技术企业奖励 20 万元，当年认定的次年申报。',
    conditions: { all: [{ field: '=yearOf(applyDate) - yearOf(own23)', op: 'eq', value: 1 }] },
    benefits: [{ kind: 'fixed', name: '高企认定', amount: 20 }],
    pays: [
      [{ own23: '2025-01-01' }, 20],
      [{ own23: '2025-12-31' }, 20],
      [{ own23: '2026-01-01' }, 'nomatch'],
      [{ own23: '2024-12-31' }, 'nomatch'],
    ],
    says: '定额20万元',
  },
  {
    text: '自土地交付之日起 24 个月内投产的，按设备投资额的 5% 奖励；18 个月内投产的上浮 20%。',
    conditions: { all: [{ field: '=within(own24, own25, 24)', op: 'eq', value: true }] },
    benefits: [
      {
        kind: 'rate',
        name: '早投产',
        base: 'equipmentInvestment',
        rate: 0.05,
        factors: [{ when: { field: '=within(own24, own25, 18)', op: 'eq', value: true }, times: 1.2 }],
      },
    ],
    pays: [
      [{ own24: '2024-02-29', own25: '2026-02-28', equipmentInvestment: 1000 }, 50],
      [{ own24: '2024-02-29', own25: '2026-03-01', equipmentInvestment: 1000 }, 'nomatch'],
      [{ own24: '2024-02-29', own25: '2025-08-29', equipmentInvestment: 1000 }, 60],
    ],
    says: '按120%计算',
  },
  {
    text: '担保费率不超过 1.5% 的部分按 50% 补助。',
    benefits: [{ kind: 'rate', name: '担保费', base: 'own20', rate: 0.5, limits: ['=own21 * 0.75%'] }],
    pays: [
      [{ own20: 10, own21: 1000 }, 5],
      [{ own20: 20, own21: 1000 }, 7.5],
    ],
    says: '最高不超过“担保贷款额 × 0.75%”',
  },
  {
    text: '营业收入首次突破 5 亿、10 亿、50 亿元的，分别奖励 30、60、200 万元。',
    benefits: [
      {
        kind: 'reach',
        name: '上台阶',
        base: 'revenueY1',
        before: 'own31',
        pays: 'full',
        levels: [
          { from: 50_000, amount: 30 },
          { from: 100_000, amount: 60 },
          { from: 500_000, amount: 200 },
        ],
      },
    ],
    pays: [
      [{ revenueY1: 120_000, own31: 60_000 }, 60],
      [{ revenueY1: 60_000, own31: 60_000 }, 0],
      [{ revenueY1: 50_000, own31: 49_999 }, 30],
    ],
    says: '达到更高一档的按该档全额',
  },
  {
    text: '税收超过上年 110% 的部分，按 50% 奖励企业。',
    benefits: [{ kind: 'rate', name: '税收贡献', base: '=own13 - own14 * 110%', rate: 0.5 }],
    pays: [
      [{ own13: 300, own14: 200 }, 40],
      [{ own13: 210, own14: 200 }, 0],
    ],
    says: '上上年度缴纳税收 × 110%',
  },
  {
    text: '出口额 100 万美元以上的，每 1 万美元补助 200 元；较上年增长部分每 1 万美元再补 300 元，两项合计最高 50 万元。',
    conditions: { all: [{ field: 'own28', op: 'gte', value: 100 }] },
    benefits: [
      {
        kind: 'group',
        name: '出口',
        cap: 50,
        items: [
          { kind: 'perUnit', name: '出口规模', base: 'own28', unitAmount: 0.02 },
          { kind: 'perUnit', name: '出口增量', base: '=own28 - own29', unitAmount: 0.03 },
        ],
      },
    ],
    pays: [
      [{ own28: 500, own29: 300 }, 16],
      [{ own28: 500, own29: 600 }, 10],
      [{ own28: 3000, own29: 100 }, 50],
      [{ own28: 99.9, own29: 0 }, 'nomatch'],
    ],
    says: '每万美元200元',
  },
  {
    text: '培训初级、中级、高级工每人补 1000、1500、2000 元，每家企业最高 10 万元。',
    benefits: [
      {
        kind: 'group',
        name: '培训',
        cap: 10,
        items: [
          { kind: 'perUnit', name: '初级', base: 'own32', unitAmount: 0.1 },
          { kind: 'perUnit', name: '中级', base: 'own33', unitAmount: 0.15 },
          { kind: 'perUnit', name: '高级', base: 'own34', unitAmount: 0.2 },
        ],
      },
    ],
    pays: [
      [{ own32: 10, own33: 10, own34: 10 }, 4.5],
      [{ own32: 100, own33: 10, own34: 0 }, 10],
    ],
    says: '每人0.1万元',
  },
  {
    text: '年节能量 500 吨标准煤以上的，每吨奖励 300 元，奖励金额不足 1 万元的部分舍去，最高 100 万元。',
    conditions: { all: [{ field: 'own30', op: 'gte', value: 500 }] },
    benefits: [{ kind: 'perUnit', name: '节能', base: 'own30', unitAmount: 0.03, cap: 100, rounding: { to: 1, way: 'down' } }],
    pays: [
      [{ own30: 1234 }, 37],
      [{ own30: 500 }, 15],
      [{ own30: 4000 }, 100],
    ],
    says: '不足1万元的部分舍去',
  },
  {
    text: '补助额四舍五入到百元：购买技术服务额的 7%。',
    benefits: [{ kind: 'rate', name: '服务券', base: 'serviceSpend', rate: 0.07, rounding: { to: 0.01, way: 'nearest' } }],
    pays: [
      [{ serviceSpend: 12.5 }, 0.88],
      [{ serviceSpend: 12.3 }, 0.86],
    ],
    says: '四舍五入到100元',
  },
  {
    text: '境内展会展位费补 50%、境外展会补 70%，单个最高 3 万元，每年补最高的 5 个。',
    benefits: [
      {
        kind: 'rate',
        name: '展会',
        base: '=rowsTop(table1, min(f1 * (f2 == "in" ? 50% : f2 == "out" ? 70% : 0%), 3), 5, yearOf(f3) == yearOf(applyDate) - 1)',
        rate: 1,
      },
    ],
    pays: [
      [
        {
          table1: [
            { f1: 2, f2: 'in', f3: '2025-01-01' },
            { f1: 2, f2: 'out', f3: '2025-12-31' },
            { f1: 9, f2: 'out', f3: '2025-05-01' },
            { f1: 9, f2: 'out', f3: '2026-01-01' },
          ],
        },
        5.4,
      ],
    ],
    says: '开展日期在申报上一年度的',
  },
  {
    text: '新招博士、硕士到岗满 6 个月的，每人补助 2 万元，最多 10 人。',
    benefits: [
      {
        kind: 'perUnit',
        name: '引才',
        base: '=min(rowsCount(table2, isIn(f1, "doctor", "master") && f3 <= addMonths(applyDate, -6)), 10)',
        unitAmount: 2,
      },
    ],
    pays: [
      [
        {
          table2: [
            { f1: 'doctor', f3: '2025-12-30' },
            { f1: 'master', f3: '2025-12-31' },
            { f1: 'bachelor', f3: '2025-01-01' },
          ],
        },
        2,
      ],
    ],
    says: '学历属于博士、硕士',
  },
  {
    text: '残疾人职工超过职工总数 1.5% 的部分，每人奖励 0.8 万元。',
    benefits: [{ kind: 'perUnit', name: '超比例安置', base: '=own35 - employees * 1.5%', unitAmount: 0.8 }],
    pays: [
      [{ own35: 10, employees: 200 }, 5.6],
      [{ own35: 2, employees: 200 }, 0],
    ],
    says: '职工总数（从业人员） × 1.5%',
  },
  {
    text: '获省级补助的按 1 : 1 配套，省、县合计不超过投资额的 30%。',
    benefits: [{ kind: 'rate', name: '配套', base: 'own36', rate: 1, limits: ['=equipmentInvestment * 30% - own36'] }],
    pays: [
      [{ own36: 100, equipmentInvestment: 1000 }, 100],
      [{ own36: 200, equipmentInvestment: 1000 }, 100],
      [{ own36: 400, equipmentInvestment: 1000 }, 0],
    ],
    says: '投资额（不含税） × 30% − 省补助到账额',
  },
  {
    text: '研发费用按总额 5% 补助、较上年增量部分再补 10%；一般企业最高 50 万元，高企最高 100 万元。',
    benefits: [
      {
        kind: 'group',
        name: '研发（一般企业）',
        when: isFalse('isHNTE'),
        cap: 50,
        items: [
          { kind: 'rate', name: '总额', base: 'rdExpenseY1', rate: 0.05 },
          { kind: 'rate', name: '增量', base: 'rdGrowthAmount', rate: 0.1 },
        ],
      },
      {
        kind: 'group',
        name: '研发（高企）',
        when: isTrue('isHNTE'),
        cap: 100,
        items: [
          { kind: 'rate', name: '总额', base: 'rdExpenseY1', rate: 0.05 },
          { kind: 'rate', name: '增量', base: 'rdGrowthAmount', rate: 0.1 },
        ],
      },
    ],
    pays: [
      [{ rdExpenseY1: 1000, rdExpenseY2: 800, isHNTE: false }, 50],
      [{ rdExpenseY1: 1000, rdExpenseY2: 800, isHNTE: true }, 70],
      [{ rdExpenseY1: 1000, rdExpenseY2: 800 }, [50, 70]],
    ],
    says: '增量：按研发费用较上年增长额的10%计算；以上各项合计最高100万元',
  },
  {
    text: '增速 10%（含）至 20% 的按增量的 3% 奖励，20%（含）以上的按增量的 5% 奖励，最高 80 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '增速 10%–20%',
        base: '=revenueY1 - revenueY2',
        rate: 0.03,
        cap: 80,
        when: {
          all: [
            { field: growth, op: 'gte', value: 0.1 },
            { field: growth, op: 'lt', value: 0.2 },
          ],
        },
      },
      {
        kind: 'rate',
        name: '增速 20% 以上',
        base: '=revenueY1 - revenueY2',
        rate: 0.05,
        cap: 80,
        when: { field: growth, op: 'gte', value: 0.2 },
      },
    ],
    pays: [
      [{ revenueY1: 1100, revenueY2: 1000 }, 3],
      [{ revenueY1: 1199.9, revenueY2: 1000 }, 5.997],
      [{ revenueY1: 1200, revenueY2: 1000 }, 10],
      [{ revenueY1: 1099.9, revenueY2: 1000 }, 0],
    ],
    says: '上年度营业（销售）收入较前一年增长不低于20%',
  },
  {
    text: '增速达 10% 的奖 5 万元，在此基础上每增加 1 个百分点再奖 1 万元，最高 20 万元。',
    benefits: [
      {
        kind: 'group',
        name: '增速奖',
        when: { field: growth, op: 'gte', value: 0.1 },
        cap: 20,
        items: [
          { kind: 'fixed', name: '达标', amount: 5 },
          { kind: 'perStep', name: '超过 10% 的', base: growth, above: 0.1, step: 0.01, amount: 1 },
        ],
      },
    ],
    pays: [
      [{ revenueY1: 1100, revenueY2: 1000 }, 5],
      [{ revenueY1: 1129.9, revenueY2: 1000 }, 7],
      [{ revenueY1: 1130, revenueY2: 1000 }, 8],
      [{ revenueY1: 1500, revenueY2: 1000 }, 20],
    ],
    says: '每满1个百分点奖励1万元',
  },
  {
    text: '吸纳就业 100 人以内的部分每人 500 元，超过 100 人的部分每人 1000 元。',
    benefits: [
      {
        kind: 'group',
        name: '吸纳就业',
        items: [
          { kind: 'perUnit', name: '100 人以内', base: '=min(employees, 100)', unitAmount: 0.05 },
          { kind: 'perStep', name: '超过 100 人', base: 'employees', above: 100, step: 1, amount: 0.1 },
        ],
      },
    ],
    pays: [
      [{ employees: 80 }, 4],
      [{ employees: 150 }, 10],
    ],
    says: '超过100人的部分每满1人奖励0.1万元',
  },
  {
    text: '同一事项最多连续享受三年：此前已享受不足 3 个年度的。',
    conditions: { all: [{ field: '=rowsDistinct(support, year, policy == "p-3")', op: 'lt', value: 3 }] },
    benefits: [{ kind: 'fixed', name: '年度补助', amount: 6 }],
    pays: [
      [
        {
          support: [
            { policy: 'p-3', year: 2024 },
            { policy: 'p-3', year: 2024 },
            { policy: 'p-3', year: 2025 },
          ],
        },
        6,
      ],
      [
        {
          support: [
            { policy: 'p-3', year: 2023 },
            { policy: 'p-3', year: 2024 },
            { policy: 'p-3', year: 2025 },
          ],
        },
        'nomatch',
      ],
    ],
    says: '定额6万元',
  },
  {
    text: '上年度已享受的减半。',
    benefits: [
      {
        kind: 'fixed',
        name: '补助',
        amount: 10,
        factors: [
          { when: { field: '=rowsCount(support, policy == "p-4" && year == yearOf(applyDate) - 1)', op: 'gte', value: 1 }, times: 0.5 },
        ],
      },
    ],
    pays: [
      [{ support: [{ policy: 'p-4', year: 2025 }] }, 5],
      [{ support: [{ policy: 'p-4', year: 2024 }] }, 10],
      [{ support: [{ policy: 'p-4', year: 2026 }] }, 10],
    ],
    says: '年度为申报上一年度',
  },
  {
    text: '大型、中型、小型、微型企业分别按设备投资的 5%、8%、10%、10% 补助。',
    benefits: [
      {
        kind: 'rate',
        name: '设备',
        base: 'equipmentInvestment',
        rate: 1,
        factors: [{ field: 'enterpriseScale', map: { large: 0.05, medium: 0.08, small: 0.1, micro: 0.1 } }],
      },
    ],
    pays: [[{ equipmentInvestment: 1000, industryCode: '3451', employees: 500, revenueY1: 10_000 }, 80]],
    says: '中型8%',
  },
  {
    text: '全国行业排名前三的奖 50 万元，第四至十名的奖 20 万元。',
    benefits: [
      { kind: 'fixed', name: '前三', amount: 50, when: { field: 'own37', op: 'lte', value: 3 } },
      {
        kind: 'fixed',
        name: '四至十名',
        amount: 20,
        when: {
          all: [
            { field: 'own37', op: 'gt', value: 3 },
            { field: 'own37', op: 'lte', value: 10 },
          ],
        },
      },
    ],
    pays: [
      [{ own37: 3 }, 50],
      [{ own37: 4 }, 20],
      [{ own37: 10 }, 20],
      [{ own37: 11 }, 0],
      [{}, [0, 50]],
    ],
    says: '全国行业排名不超过3名',
  },
  {
    text: '连续三年每年研发费用占营业收入 3% 以上，且三年累计投入 1000 万元以上。',
    conditions: {
      all: [
        { field: '=rdExpenseY1 / revenueY1', op: 'gte', value: 0.03 },
        { field: '=rdExpenseY2 / revenueY2', op: 'gte', value: 0.03 },
        { field: '=rdExpenseY3 / revenueY3', op: 'gte', value: 0.03 },
        { field: '=rdExpenseY1 + rdExpenseY2 + rdExpenseY3', op: 'gte', value: 1000 },
      ],
    },
    benefits: [{ kind: 'fixed', name: '研发领军', amount: 25 }],
    pays: [
      [{ rdExpenseY1: 400, rdExpenseY2: 300, rdExpenseY3: 300, revenueY1: 10_000, revenueY2: 10_000, revenueY3: 10_000 }, 25],
      [{ rdExpenseY1: 400, rdExpenseY2: 300, rdExpenseY3: 299, revenueY1: 10_000, revenueY2: 10_000, revenueY3: 10_000 }, 'nomatch'],
    ],
    says: '定额25万元',
  },
  {
    text: '每增用 1 万千瓦时电补助 500 元，计算基数最高 200 万千瓦时。',
    benefits: [{ kind: 'perUnit', name: '增产用电', base: '=min(own38, 200)', unitAmount: 0.05 }],
    pays: [
      [{ own38: 120 }, 6],
      [{ own38: 260 }, 10],
    ],
    says: '最高200万千瓦时',
  },
  {
    text: '计算所得不足 2 万元的不予补助：技术服务额的 10%。',
    benefits: [
      { kind: 'rate', name: '服务补助', base: 'serviceSpend', rate: 0.1, when: { field: '=serviceSpend * 10%', op: 'gte', value: 2 } },
    ],
    pays: [
      [{ serviceSpend: 20 }, 2],
      [{ serviceSpend: 19.9 }, 0],
    ],
    says: '技术创新服务金额 × 10%不低于2万元',
  },
]
