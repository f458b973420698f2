import type { Clause } from './types.ts'

/** Further kinds of clauses: decreasing years, payments over years, rising shares, growth each year. */
export const inventedClauses: readonly Clause[] = [
  {
    text: '厂房租金第一年全额补助，第二年补 70%，第三年补 50%，第四年起不补。',
    benefits: [
      {
        kind: 'rate',
        name: '租金',
        base: '=own1 * own2 * 12',
        rate: 1,
        factors: [
          { when: { field: '=years(own25, applyDate)', op: 'eq', value: 1 }, times: 0.7 },
          { when: { field: '=years(own25, applyDate)', op: 'eq', value: 2 }, times: 0.5 },
          { when: { field: '=years(own25, applyDate)', op: 'gte', value: 3 }, times: 0 },
        ],
      },
    ],
    pays: [
      [{ own1: 500, own2: 0.002, own25: '2025-07-01' }, 12],
      [{ own1: 500, own2: 0.002, own25: '2025-06-30' }, 8.4],
      [{ own1: 500, own2: 0.002, own25: '2024-06-30' }, 6],
      [{ own1: 500, own2: 0.002, own25: '2023-06-30' }, 0],
    ],
    says: '投产日期至申报满3年的，按0%',
  },
  {
    text: '研发费用的 30%，同一企业三年累计不超过 200 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '研发',
        base: 'rdExpenseY1',
        rate: 0.3,
        limits: ['=200 - rowsSum(support, amount, year > yearOf(applyDate) - 3)'],
      },
    ],
    pays: [
      [{ rdExpenseY1: 1000, support: [] }, 200],
      [{ rdExpenseY1: 500, support: [{ year: 2025, amount: 30 }] }, 150],
      [
        {
          rdExpenseY1: 500,
          support: [
            { year: 2025, amount: 120 },
            { year: 2023, amount: 90 },
          ],
        },
        80,
      ],
      [{ rdExpenseY1: 500, support: [{ year: 2024, amount: 260 }] }, 0],
    ],
    says: '最高不超过“200万元 − 本平台已给的支持',
  },
  {
    text: '营业收入增速超过全县规上平均增速的，每超过 1 个百分点奖励 2 万元，最高 10 万元。',
    benefits: [{ kind: 'perStep', name: '超额', base: '=revenueY1 / revenueY2 - 1 - own22', step: 0.01, amount: 2, cap: 10 }],
    pays: [
      [{ revenueY1: 1110, revenueY2: 1000 }, 6],
      [{ revenueY1: 1109.9, revenueY2: 1000 }, 4],
      [{ revenueY1: 1080, revenueY2: 1000 }, 0],
      [{ revenueY1: 1500, revenueY2: 1000 }, 10],
    ],
    says: '较前一年增长率 − 全县规上工业营业收入增速',
  },
  {
    text: '设备投资 500 万元以上的奖励 20 万元，超过 500 万元的部分再按 8% 补助，合计最高 100 万元。',
    benefits: [
      {
        kind: 'group',
        name: '设备',
        cap: 100,
        items: [
          { kind: 'fixed', name: '基础', amount: 20, when: { field: 'equipmentInvestment', op: 'gte', value: 500 } },
          {
            kind: 'tierRate',
            name: '超额',
            base: 'equipmentInvestment',
            mode: 'marginal',
            tiers: [
              { min: 0, max: 500, rate: 0 },
              { min: 500, max: null, rate: 0.08 },
            ],
          },
        ],
      },
    ],
    pays: [
      [{ equipmentInvestment: 499.99 }, 0],
      [{ equipmentInvestment: 500 }, 20],
      [{ equipmentInvestment: 1200 }, 76],
      [{ equipmentInvestment: 2000 }, 100],
    ],
    says: '不低于500万元的，定额20万元；超额',
  },
  {
    text: '近三年研发费用每年都在 100 万元以上且逐年递增的，奖励 15 万元。',
    conditions: {
      all: [
        { field: 'rdExpenseY3', op: 'gte', value: 100 },
        { field: 'rdExpenseY1', op: 'gt', value: '=rdExpenseY2' },
        { field: 'rdExpenseY2', op: 'gt', value: '=rdExpenseY3' },
      ],
    },
    benefits: [{ kind: 'fixed', name: '递增', amount: 15 }],
    pays: [
      [{ rdExpenseY1: 130, rdExpenseY2: 120, rdExpenseY3: 100 }, 15],
      [{ rdExpenseY1: 130, rdExpenseY2: 130, rdExpenseY3: 100 }, 'nomatch'],
      [{ rdExpenseY1: 130, rdExpenseY2: 120, rdExpenseY3: 99.99 }, 'nomatch'],
    ],
    says: '定额15万元',
  },
  {
    text: '获多项荣誉的，最高一项全额奖励，其余减半：高企 20 万元、专精特新 10 万元。',
    benefits: [
      {
        kind: 'group',
        name: '最高一项的另一半',
        combine: 'max',
        items: [
          { kind: 'fixed', name: '高企', amount: 10, when: { field: 'isHNTE', op: 'eq', value: true } },
          { kind: 'fixed', name: '专精特新', amount: 5, when: { field: 'isScaleAbove', op: 'eq', value: true } },
        ],
      },
      { kind: 'fixed', name: '高企一半', amount: 10, when: { field: 'isHNTE', op: 'eq', value: true } },
      { kind: 'fixed', name: '专精特新一半', amount: 5, when: { field: 'isScaleAbove', op: 'eq', value: true } },
    ],
    pays: [
      [{ isHNTE: true, isScaleAbove: true }, 25],
      [{ isHNTE: true, isScaleAbove: false }, 20],
      [{ isHNTE: false, isScaleAbove: true }, 10],
      [{ isHNTE: false }, [0, 10]],
    ],
    says: '就高',
  },
  {
    text: '有营业收入 500 万元以上的关联企业的，本企业与关联企业合计营业收入按 0.1% 奖励。',
    conditions: { all: [{ field: '=rowsCount(related, revenueY1 >= 500)', op: 'gte', value: 1 }] },
    benefits: [{ kind: 'rate', name: '合并', base: '=revenueY1 + rowsSum(related, revenueY1)', rate: 0.001 }],
    pays: [
      [{ revenueY1: 1000, related: [{ revenueY1: 500 }, { revenueY1: 200 }] }, 1.7],
      [{ revenueY1: 1000, related: [{ revenueY1: 499.99 }] }, 'nomatch'],
      [{ revenueY1: 1000, related: [] }, 'nomatch'],
      [{ revenueY1: 1000, related: [{}] }, 'unknown'],
      [{ revenueY1: 1000 }, 'unknown'],
    ],
    says: '集团内关联企业的上年度营业（销售）收入合计',
  },
  {
    text: '引进博士每人 10 万元、硕士每人 3 万元，正高级按 100%、副高级按 50% 计，年度最高 30 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '引才',
        base: '=rowsSum(table5, (f3 == "doctor" ? 10 : f3 == "master" ? 3 : 0) * (f6 == "senior" ? 100% : f6 == "vice" ? 50% : 0))',
        rate: 1,
        cap: 30,
      },
    ],
    pays: [
      [
        {
          table5: [
            { f3: 'doctor', f6: 'senior' },
            { f3: 'master', f6: 'vice' },
          ],
        },
        11.5,
      ],
      [{ table5: [{ f3: 'doctor', f6: 'other' }] }, 0],
      [{ table5: Array.from({ length: 4 }, () => ({ f3: 'doctor', f6: 'senior' })) }, 30],
    ],
    says: '按学历：博士10、硕士3',
  },
  {
    text: '租约在申报时尚未到期，剩余不满 1 年的奖 5 万元，满 1 年的奖 10 万元。',
    conditions: { field: '=days(applyDate, own56)', op: 'gte', value: 0 },
    benefits: [{ kind: 'rate', name: '租约', base: '=level(years(applyDate, own56), 0, 5, 1, 10)', rate: 1 }],
    pays: [
      [{ own56: '2026-06-29' }, 'nomatch'],
      [{ own56: '2026-06-30' }, 5],
      [{ own56: '2027-06-29' }, 5],
      [{ own56: '2027-06-30' }, 10],
    ],
    says: '申报日至租赁结束日期',
  },
]
