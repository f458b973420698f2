import type { Clause } from './types.ts'

const hnte = { field: 'isHNTE', op: 'eq', value: true } as const
const received = (policy: string) => `=rowsSum(support, amount, policy == "${policy}")`

export const moneyClauses: readonly Clause[] = [
  {
    text: '对首次升规入统的工业企业，一次性奖励 10 万元。',
    conditions: { all: [{ field: 'firstScaleAbove', op: 'eq', value: true }] },
    benefits: [{ kind: 'fixed', name: '升规奖励', amount: 10 }],
    pays: [
      [{ firstScaleAbove: true }, 10],
      [{ firstScaleAbove: false }, 'nomatch'],
      [{}, 'unknown'],
    ],
    says: '定额10万元',
  },
  {
    text: '设备投资额 500 万元以上的，按 8% 补助，最高 300 万元。',
    conditions: { all: [{ field: 'equipmentInvestment', op: 'gte', value: 500 }] },
    benefits: [{ kind: 'rate', name: '设备补助', base: 'equipmentInvestment', rate: 0.08, cap: 300 }],
    pays: [
      [{ equipmentInvestment: 1000 }, 80],
      [{ equipmentInvestment: 5000 }, 300],
      [{ equipmentInvestment: 499.99 }, 'nomatch'],
    ],
    says: '的8%计算；最高300万元',
  },
  {
    text: '研发费用较上年增量部分按 10% 补助，最高 100 万元。',
    benefits: [{ kind: 'rate', name: '研发增量', base: '=rdExpenseY1 - rdExpenseY2', rate: 0.1, cap: 100 }],
    pays: [
      [{ rdExpenseY1: 800, rdExpenseY2: 500 }, 30],
      [{ rdExpenseY1: 400, rdExpenseY2: 500 }, 0],
    ],
    says: '上年度研发费用较前一年的增加额',
  },
  {
    text: '产值较上年每增 500 万元奖励 5 万元，最高 50 万元。',
    benefits: [{ kind: 'perStep', name: '稳增长', base: '=own9 - own10', step: 500, amount: 5, cap: 50 }],
    pays: [
      [{ own9: 11_700, own10: 10_000 }, 15],
      [{ own9: 10_499, own10: 10_000 }, 0],
      [{ own9: 90_000, own10: 10_000 }, 50],
    ],
    says: '每满500万元奖励5万元',
  },
  {
    text: '技改贷款按一年期 LPR（贷款发放当日）的 50% 贴息，按实际月数，最高 60 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '贷款贴息',
        base: '=faLoanAmount * asOf(own3, faLoanDate) / 12 * min(own12, 24)',
        rate: 0.5,
        cap: 60,
      },
    ],
    pays: [
      [{ faLoanAmount: 2400, faLoanDate: '2025-06-01', own12: 10 }, 30],
      [{ faLoanAmount: 2400, faLoanDate: '2025-05-19', own12: 10 }, 31],
      [{ faLoanAmount: 2400, faLoanDate: '2025-06-01', own12: 36 }, 60],
    ],
    says: '贷款发放日期当日的一年期LPR',
  },
  {
    text: '新招高校毕业生按每人每月 0.1 万元补助，每人最长 12 个月。',
    benefits: [{ kind: 'perUnit', name: '就业补助', base: '=rowsSum(table2, min(f2, 12))', unitAmount: 0.1 }],
    pays: [
      [{ table2: [{ f2: 6 }, { f2: 18 }] }, 1.8],
      [{ table2: [] }, 0],
    ],
    says: '每项（参保月数，最高12个月）合计',
  },
  {
    text: '厂房租金前三年全额、后两年减半补助，每平方米每月不超过 10 元，面积不超过 1000 平方米。',
    conditions: { all: [{ field: 'own17', op: 'lt', value: 5 }] },
    benefits: [
      {
        kind: 'rate',
        name: '租金补助',
        base: '=min(own1, 1000) * min(own2, 0.001) * 12',
        rate: 1,
        factors: [{ when: { field: 'own17', op: 'gte', value: 3 }, times: 0.5 }],
      },
    ],
    pays: [
      [{ own1: 1500, own2: 0.0012, own17: 1 }, 12],
      [{ own1: 800, own2: 0.0008, own17: 4 }, 3.84],
      [{ own1: 800, own2: 0.0008, own17: 5 }, 'nomatch'],
    ],
    says: '按50%计算',
  },
  {
    text: '境外展会展位费按 70% 补助，单个展会最高 3 万元，每年最多 3 个。',
    benefits: [
      {
        kind: 'rate',
        name: '参展补助',
        base: '=rowsTop(table1, min(f1 * 0.7, 3), 3, f2 == "out" && f3 > addMonths(applyDate, -12))',
        rate: 1,
      },
    ],
    pays: [
      [
        {
          table1: [
            { f1: 2, f2: 'out', f3: '2026-03-01' },
            { f1: 9, f2: 'out', f3: '2026-01-10' },
            { f1: 3, f2: 'out', f3: '2025-09-10' },
            { f1: 1, f2: 'out', f3: '2025-10-10' },
            { f1: 9, f2: 'in', f3: '2026-01-10' },
            { f1: 9, f2: 'out', f3: '2025-06-30' },
          ],
        },
        6.5,
      ],
      [{ table1: [{ f1: 2, f2: 'in', f3: '2026-03-01' }] }, 0],
    ],
    says: '最高的3项合计',
  },
  {
    text: '新授权发明专利每件奖励 0.5 万元，每年最高 10 万元。',
    benefits: [{ kind: 'perUnit', name: '专利', base: 'patentsInvGranted', unitAmount: 0.5, cap: 10 }],
    pays: [
      [{ patentsInvGranted: 7 }, 3.5],
      [{ patentsInvGranted: 30 }, 10],
    ],
    says: '每件0.5万元',
  },
  {
    text: '产值首次达到 1 亿元、5 亿元、10 亿元的，分别奖励 20、50、100 万元；晋档的补足差额。',
    benefits: [
      {
        kind: 'reach',
        name: '上台阶',
        base: 'own9',
        before: 'own10',
        pays: 'difference',
        levels: [
          { from: 10_000, amount: 20 },
          { from: 50_000, amount: 50 },
          { from: 100_000, amount: 100 },
        ],
      },
    ],
    pays: [
      [{ own9: 52_000, own10: 9_000 }, 50],
      [{ own9: 52_000, own10: 12_000 }, 30],
      [{ own9: 40_000, own10: 12_000 }, 0],
    ],
    says: '补足差额',
  },
  {
    text: '国家级、省级、市级研发机构分别奖励 100、50、20 万元，已获低一级奖励的补足差额。',
    benefits: [
      {
        kind: 'lookup',
        name: '平台奖励',
        field: 'rdOrgLevel',
        map: { national: 100, provincial: 50, municipal: 20 },
        less: [`${received('rd-org')} + own4`],
      },
    ],
    pays: [
      [{ rdOrgLevel: 'national', support: [{ policy: 'rd-org', amount: 20 }], own4: 0 }, 80],
      [{ rdOrgLevel: 'municipal', support: [{ policy: 'rd-org', amount: 50 }], own4: 0 }, 0],
      [{ rdOrgLevel: 'provincial', support: [] }, [0, 50]],
    ],
    says: '只补差额',
  },
  {
    text: '获省级技改补助的，按省补助额 1 : 0.5 配套，最高 200 万元。',
    benefits: [{ kind: 'rate', name: '配套', base: '=rowsSum(support, amount, level == "2" && paid == true) + own5', rate: 0.5, cap: 200 }],
    pays: [
      [
        {
          support: [
            { level: '2', amount: 80, paid: true },
            { level: '3', amount: 40, paid: true },
          ],
          own5: 20,
        },
        50,
      ],
      [{ support: [{ level: '2', amount: 80, paid: false }], own5: 0 }, 0],
    ],
    says: '的50%计算；最高200万元',
  },
  {
    text: '三年内已享受本政策的不再支持。',
    conditions: {
      all: [{ field: '=rowsSum(support, amount, policy == "p-9" && year > yearOf(applyDate) - 3)', op: 'eq', value: 0 }],
    },
    benefits: [{ kind: 'fixed', name: '奖励', amount: 8 }],
    pays: [
      [{ support: [{ policy: 'p-9', year: 2023, amount: 5 }] }, 8],
      [{ support: [{ policy: 'p-9', year: 2024, amount: 5 }] }, 'nomatch'],
    ],
    says: '定额8万元',
  },
  {
    text: '奖励 100 万元，按 4 : 3 : 3 分三年兑付，次年起营业收入下降的停止兑付；五年内迁出的追回。',
    benefits: [
      {
        kind: 'fixed',
        name: '落户奖励',
        amount: 100,
        payout: [0.4, 0.3, 0.3],
        payoutTerms: ['', '营业收入不低于上年', '营业收入不低于上年'],
      },
    ],
    clawback: '五年内迁出本县的，追回已拨付资金',
    pays: [[{}, 100]],
    says: '第2年30%（营业收入不低于上年）',
  },
  {
    text: '高新技术企业研发补助上浮 20%，不足 5 万元的按 5 万元，最高 60 万元。',
    benefits: [
      { kind: 'rate', name: '研发补助', base: 'rdExpenseY1', rate: 0.05, factors: [{ when: hnte, times: 1.2 }], floor: 5, cap: 60 },
    ],
    pays: [
      [{ rdExpenseY1: 500, isHNTE: true }, 30],
      [{ rdExpenseY1: 40, isHNTE: false }, 5],
      [{ rdExpenseY1: 2000, isHNTE: true }, 60],
      [{ rdExpenseY1: 500 }, [25, 30]],
    ],
    says: '按120%计算；不足5万元的按5万元计；最高60万元',
  },
  {
    text: '营业收入 500 万元以内部分按 1%，500 万至 2000 万元部分按 1.5%，超过部分按 2%。',
    benefits: [
      {
        kind: 'tierRate',
        name: '贡献奖',
        base: 'revenueY1',
        mode: 'marginal',
        tiers: [
          { min: 0, max: 500, rate: 0.01 },
          { min: 500, minInclusive: false, max: 2000, rate: 0.015 },
          { min: 2000, minInclusive: false, max: null, rate: 0.02 },
        ],
      },
    ],
    pays: [
      [{ revenueY1: 3000 }, 47.5],
      [{ revenueY1: 400 }, 4],
    ],
    says: '超额累进',
  },
  {
    text: '绿色工厂评为 A 级的全额补助改造费的 10%，B 级按 80%，C 级不补。',
    benefits: [
      { kind: 'rate', name: '绿色改造', base: 'cleanInvestment', rate: 0.1, factors: [{ field: 'own8', map: { a: 1, b: 0.8, c: 0 } }] },
    ],
    pays: [
      [{ cleanInvestment: 300, own8: 'b' }, 24],
      [{ cleanInvestment: 300, own8: 'c' }, 0],
    ],
    says: 'B级80%',
  },
  {
    text: '设备、软件、云服务投入合计按 15% 补助，三类合计最高 80 万元。',
    benefits: [{ kind: 'rate', name: '数字化', base: '=equipmentInvestment + softwareInvestment + cloudSpending', rate: 0.15, cap: 80 }],
    pays: [[{ equipmentInvestment: 200, softwareInvestment: 100, cloudSpending: 20 }, 48]],
    says: '的15%计算',
  },
]
