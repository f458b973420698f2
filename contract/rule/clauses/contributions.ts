import type { Clause } from './types.ts'

/**
 * Clauses on a company’s contribution to the county: taxes, growth, jobs, exports, rankings; decided by two figures at once, or by one over
 * years.
 */
const is = (field: string, value: boolean | string = true) => ({ field, op: 'eq', value }) as const
const growth = '=own13 / own14 - 1'
const between = (low: number, high: number | null, more: number) => ({
  all: [
    { field: 'own13', op: 'gte' as const, value: low },
    ...(high === null ? [] : [{ field: 'own13', op: 'lt' as const, value: high }]),
    { field: growth, op: 'gte' as const, value: more },
  ],
})
const yearsSince = '=yearOf(applyDate) - yearOf(own66)'

export const contributionClauses: readonly Clause[] = [
  {
    text: '年度纳税 100 万元至 500 万元且增幅 25% 以上的奖 5 万元，500 万元至 1000 万元且增幅 20% 以上的奖 10 万元，1000 万元以上且增幅 15% 以上的奖 20 万元。',
    benefits: [
      { kind: 'fixed', name: '一档', amount: 5, exclusiveGroup: '纳税', when: between(100, 500, 0.25) },
      { kind: 'fixed', name: '二档', amount: 10, exclusiveGroup: '纳税', when: between(500, 1000, 0.2) },
      { kind: 'fixed', name: '三档', amount: 20, exclusiveGroup: '纳税', when: between(1000, null, 0.15) },
    ],
    pays: [
      [{ own13: 400, own14: 320 }, 5],
      [{ own13: 500, own14: 400 }, 10],
      [{ own13: 500, own14: 420 }, 0],
      [{ own13: 1150, own14: 1000 }, 20],
      [{ own13: 1149.99, own14: 1000 }, 0],
      [{ own13: 600 }, [0, 10]],
    ],
    says: '上年度缴纳税收不低于500万元，且上年度缴纳税收低于1000万元，且上年度缴纳税收较前一年增长不低于20%的，定额10万元；同组（纳税）各项只取最高一项',
  },
  {
    text: '年度纳税 3000 万元（含）至 5000 万元的按地方留存部分的 18% 奖励，5000 万元以上 22%，8000 万元以上 26%，1 亿元以上 30%。',
    benefits: [{ kind: 'rate', name: '贡献奖', base: '=own63 * level(own13, 3000, 18%, 5000, 22%, 8000, 26%, 10000, 30%)', rate: 1 }],
    pays: [
      [{ own13: 3000, own63: 1000 }, 180],
      [{ own13: 4999.99, own63: 1000 }, 180],
      [{ own13: 5000, own63: 1000 }, 220],
      [{ own13: 2999.99, own63: 1000 }, 0],
      [{ own13: 10_000, own63: 2000 }, 600],
    ],
    says: '按上年度地方财政贡献 × （上年度缴纳税收满3000万元为18%，满5000万元为22%，满8000万元为26%，满10000万元为30%，未达到为0）计算',
  },
  {
    text: '首次升规的次年奖 10 万元；此后三年保持在规的，每年再奖 2 万元。',
    benefits: [
      { kind: 'fixed', name: '升规', amount: 10, when: { field: yearsSince, op: 'eq', value: 1 } },
      {
        kind: 'fixed',
        name: '稳规',
        amount: 2,
        when: { all: [{ field: yearsSince, op: 'gte', value: 2 }, { field: yearsSince, op: 'lte', value: 4 }, is('isScaleAbove')] },
      },
    ],
    pays: [
      [{ own66: '2025-12-31' }, 10],
      [{ own66: '2024-01-01', isScaleAbove: true }, 2],
      [{ own66: '2022-06-30', isScaleAbove: true }, 2],
      [{ own66: '2021-12-31', isScaleAbove: true }, 0],
      [{ own66: '2024-01-01', isScaleAbove: false }, 0],
      [{ own66: '2024-01-01' }, [0, 2]],
    ],
    says: '首次升规日期在申报上一年度的，定额10万元',
  },
  {
    text: '参保职工比上年末每净增 10 人奖励 1 万元，最高 10 万元。',
    benefits: [{ kind: 'perStep', name: '扩岗', base: '=own54 - own53', step: 10, amount: 1, cap: 10 }],
    pays: [
      [{ own54: 135, own53: 100 }, 3],
      [{ own54: 109, own53: 100 }, 0],
      [{ own54: 90, own53: 100 }, 0],
      [{ own54: 400, own53: 100 }, 10],
    ],
    says: '（本年末参保人数 − 上年末参保人数）每满10人奖励1万元，不足一个整数档的不计；最高10万元',
  },
  {
    text: '自营出口额首次达到 100 万、500 万、1000 万美元的分别奖 5、20、50 万元，已达低一档的补差。',
    benefits: [
      {
        kind: 'reach',
        name: '出口上台阶',
        base: 'own28',
        before: 'own29',
        pays: 'difference',
        levels: [
          { from: 100, amount: 5 },
          { from: 500, amount: 20 },
          { from: 1000, amount: 50 },
        ],
      },
    ],
    pays: [
      [{ own28: 600, own29: 50 }, 20],
      [{ own28: 1200, own29: 600 }, 30],
      [{ own28: 500, own29: 100 }, 15],
      [{ own28: 99.99, own29: 0 }, 0],
      [{ own28: 400, own29: 2000 }, 0],
    ],
    says: '此前已达到的水平按“上上年度自营出口额”计，达到更高一档的补足差额',
  },
  {
    text: '亩均税收 10 万元、20 万元、30 万元以上的，城镇土地使用税分别按 30%、60%、100% 奖励。',
    benefits: [{ kind: 'rate', name: '亩均奖', base: '=own70 * level(own13 / own18, 10, 30%, 20, 60%, 30, 100%)', rate: 1 }],
    pays: [
      [{ own13: 600, own18: 20, own70: 12 }, 12],
      [{ own13: 599.99, own18: 20, own70: 12 }, 7.2],
      [{ own13: 200, own18: 20, own70: 12 }, 3.6],
      [{ own13: 199, own18: 20, own70: 12 }, 0],
    ],
    says: '满10万元/亩为30%，满20万元/亩为60%，满30万元/亩为100%，未达到为0',
  },
  {
    text: '上年度纳税额超过前三年平均值的部分，按 20% 奖励，最高 50 万元；亏损企业不奖。',
    conditions: { field: 'netProfitY1', op: 'gt', value: 0 },
    benefits: [{ kind: 'rate', name: '增量奖', base: '=max(own13 - (own14 + own50 + own81) / 3, 0)', rate: 0.2, cap: 50 }],
    pays: [
      [{ netProfitY1: 1, own13: 400, own14: 300, own50: 200, own81: 100 }, 40],
      [{ netProfitY1: 1, own13: 100, own14: 300, own50: 200, own81: 100 }, 0],
      [{ netProfitY1: 1, own13: 900, own14: 300, own50: 200, own81: 100 }, 50],
      [{ netProfitY1: 0, own13: 400, own14: 300, own50: 200, own81: 100 }, 'nomatch'],
      [{ netProfitY1: -20, own13: 400 }, 'nomatch'],
    ],
    says: '（上年度缴纳税收 − （上上年度缴纳税收、再上一年度缴纳税收、再上一年度之前一年缴纳税收的平均），最低0万元）的20%计算',
  },
  {
    text: '同一企业当年享受本政策各项奖励合计不超过其上年度地方财政贡献：研发费用的 5%，高新技术企业另奖 20 万元。',
    benefits: [
      {
        kind: 'group',
        name: '创新奖励',
        limits: ['own63'],
        items: [
          { kind: 'rate', name: '研发', base: 'rdExpenseY1', rate: 0.05 },
          { kind: 'fixed', name: '高企', amount: 20, when: is('isHNTE') },
        ],
      },
    ],
    pays: [
      [{ rdExpenseY1: 1000, isHNTE: true, own63: 100 }, 70],
      [{ rdExpenseY1: 1000, isHNTE: true, own63: 60 }, 60],
      [{ rdExpenseY1: 1000, isHNTE: false, own63: 60 }, 50],
      [{ rdExpenseY1: 1000, isHNTE: true, own63: 0 }, 0],
      [{ rdExpenseY1: 1000, own63: 55 }, [50, 55]],
    ],
    says: '最高不超过“上年度地方财政贡献”',
  },
  {
    text: '集团合并营业收入 5 亿元以上的总部企业，按上年度纳税增量的 30% 奖励。',
    conditions: { field: '=revenueY1 + rowsSum(related, revenueY1)', op: 'gte', value: 50_000 },
    benefits: [{ kind: 'rate', name: '总部奖', base: '=max(own13 - own14, 0)', rate: 0.3 }],
    pays: [
      [{ revenueY1: 30_000, related: [{ revenueY1: 20_000 }], own13: 500, own14: 400 }, 30],
      [{ revenueY1: 30_000, related: [{ revenueY1: 19_999 }], own13: 500, own14: 400 }, 'nomatch'],
      [{ revenueY1: 60_000, related: [], own13: 300, own14: 400 }, 0],
      [{ revenueY1: 30_000, related: [{}], own13: 500, own14: 400 }, 'unknown'],
    ],
    says: '按（上年度缴纳税收较前一年的增加额，最低0万元）的30%计算',
  },
  {
    text: '预算 500 万元，按数字化改造评分由高到低支持，用完为止，每个乡镇最多 3 家，每家按软件投入的 30%、最高 60 万元。',
    benefits: [{ kind: 'rate', name: '软件', base: 'softwareInvestment', rate: 0.3, cap: 60 }],
    allocation: { way: 'rank', rankBy: 'own15', budget: 500, perTown: 3 },
    pays: [
      [{ softwareInvestment: 100 }, 30],
      [{ softwareInvestment: 500 }, 60],
    ],
    says: '按数字化改造评分由高到低排名，每个乡镇（街道）最多3家，总额不超过预算500万元，用完为止',
  },
  {
    text: '下列五项中具备三项以上，且国家级荣誉至少一项（高企、单项冠军）的，奖励 15 万元：高企、单项冠军、服务型制造示范、质量标杆、规上企业。',
    conditions: {
      all: [
        { any: [is('isHNTE'), is('own59')] },
        { atLeast: 3, of: [is('isHNTE'), is('own59'), is('own60'), is('own61'), is('isScaleAbove')] },
      ],
    },
    benefits: [{ kind: 'fixed', name: '综合奖', amount: 15 }],
    pays: [
      [{ isHNTE: true, own59: false, own60: true, own61: true, isScaleAbove: false }, 15],
      [{ isHNTE: false, own59: false, own60: true, own61: true, isScaleAbove: true }, 'nomatch'],
      [{ isHNTE: true, own60: true, own61: true }, 15],
      [{ isHNTE: true, own59: true }, 'unknown'],
      [{ isHNTE: true, own59: true, own60: false, own61: false, isScaleAbove: false }, 'nomatch'],
    ],
    says: '定额15万元',
  },
  {
    text: '近三年内环保处罚 3 次以上，或者发生较大安全事故的，不予支持；其余绿色工厂奖 10 万元。',
    conditions: {
      not: {
        any: [{ field: '=rowsCount(table8, f2 == "env" && f1 > addMonths(applyDate, -36))', op: 'gte', value: 3 }, is('majorAccident1y')],
      },
    },
    benefits: [{ kind: 'fixed', name: '绿色工厂', amount: 10 }],
    pays: [
      [{ majorAccident1y: false, table8: [] }, 10],
      [
        {
          majorAccident1y: false,
          table8: [
            { f1: '2025-01-01', f2: 'env' },
            { f1: '2024-01-01', f2: 'env' },
            { f1: '2023-06-30', f2: 'env' },
            { f1: '2026-01-01', f2: 'safe' },
          ],
        },
        10,
      ],
      [{ majorAccident1y: false, table8: ['2023-07-01', '2024-01-01', '2026-06-30'].map((f1) => ({ f1, f2: 'env' })) }, 'nomatch'],
      [{ majorAccident1y: true }, 'nomatch'],
      [{ majorAccident1y: false }, 'unknown'],
    ],
    says: '定额10万元',
  },
]
