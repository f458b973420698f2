import type { Clause } from './types.ts'

/** Clauses in which rows have tiers, caps or comparisons, a share depends on another figure, or calculations are nested. */
const growth = 'revenueY1 / revenueY2 - 1'
const isTrue = (field: string) => ({ field, op: 'eq', value: true }) as const

export const countyClauses: readonly Clause[] = [
  {
    text: '首台（套）产品按销售额补助：国际首台 10%、国内首台 5%、省内首台 3%，单台分别最高 300、200、100 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '首台套',
        base: '=rowsSum(table4, min(f1 * (f2 == "intl" ? 10% : f2 == "nat" ? 5% : f2 == "prov" ? 3% : 0), f2 == "intl" ? 300 : f2 == "nat" ? 200 : f2 == "prov" ? 100 : 0))',
        rate: 1,
      },
    ],
    pays: [
      [{ table4: [{ f1: 2000, f2: 'intl' }] }, 200],
      [
        {
          table4: [
            { f1: 4000, f2: 'intl' },
            { f1: 5000, f2: 'nat' },
            { f1: 1000, f2: 'prov' },
          ],
        },
        530,
      ],
      [{ table4: [] }, 0],
      [{ table4: [{ f1: 2000 }] }, null],
    ],
    says: '销售额 × （按级别：国际首台10%、国内首台5%、省内首台3%，其余0）',
  },
  {
    text: '新购设备按单台分段补助：100 万元以内部分 5%，100 万至 500 万元部分 8%，500 万元以上部分 10%，合计最高 200 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '设备',
        base: '=rowsSum(table3, slices(f1, 0, 5%, 100, 8%, 500, 10%), f2 > addMonths(applyDate, -12))',
        rate: 1,
        cap: 200,
      },
    ],
    pays: [
      [
        {
          table3: [
            { f1: 80, f2: '2026-01-01' },
            { f1: 300, f2: '2026-01-01' },
          ],
        },
        25,
      ],
      [
        {
          table3: [
            { f1: 600, f2: '2026-01-01' },
            { f1: 600, f2: '2025-06-30' },
          ],
        },
        47,
      ],
      [{ table3: [{ f1: 5000, f2: '2026-01-01' }] }, 200],
      [{ table3: [{ f1: 80, f2: '2026-01-01' }, { f2: '2026-01-01' }] }, null],
    ],
    says: '发票金额分段累计：0万元至100万元部分5%，100万元至500万元部分8%，超过500万元部分10%',
  },
  {
    text: '单台设备满 50 万元的按发票额全额 5%、满 200 万元的全额 8% 补助，不满 50 万元的不补。',
    benefits: [{ kind: 'rate', name: '设备', base: '=rowsSum(table3, f1 * level(f1, 50, 5%, 200, 8%))', rate: 1 }],
    pays: [
      [{ table3: [{ f1: 49.99 }, { f1: 50 }, { f1: 199 }, { f1: 200 }] }, 28.45],
      [{ table3: [] }, 0],
    ],
    says: '发票金额满50万元为5%，满200万元为8%，未达到为0',
  },
  {
    text: '引进年薪达到全县在岗职工平均工资 3 倍以上的人才，每人奖励企业 2 万元。',
    benefits: [{ kind: 'perUnit', name: '高薪人才', base: '=rowsCount(table5, f1 >= own6 * 3)', unitAmount: 2 }],
    pays: [
      [{ table5: [{ f1: 22.5 }, { f1: 22.49 }, { f1: 60 }] }, 4],
      [{ table5: [{ f1: 22.5 }, {}] }, null],
    ],
    says: '年薪不低于“全县在岗职工年平均工资 × 3”',
  },
  {
    text: '人才购房按购房款 20% 补贴，博士最高 30 万元、硕士最高 10 万元，分三年按 4 : 3 : 3 发放。',
    benefits: [
      {
        kind: 'rate',
        name: '购房',
        base: '=rowsSum(table5, min(f4 * 20%, f3 == "doctor" ? 30 : f3 == "master" ? 10 : 0))',
        rate: 1,
        payout: [0.4, 0.3, 0.3],
      },
    ],
    pays: [
      [
        {
          table5: [
            { f4: 100, f3: 'doctor' },
            { f4: 200, f3: 'doctor' },
            { f4: 90, f3: 'master' },
            { f4: 90, f3: 'bachelor' },
          ],
        },
        60,
      ],
      [{ table5: [{ f4: 40, f3: 'master' }] }, 8],
    ],
    says: '按学历：博士30万元、硕士10万元，其余0',
  },
  {
    text: '引进博士或正高级职称人才的，每人 5 万元，最多 5 人。',
    benefits: [
      { kind: 'perUnit', name: '高层次人才', base: '=min(rowsCount(table5, f3 == "doctor" || f6 == "senior"), 5)', unitAmount: 5 },
    ],
    pays: [
      [
        {
          table5: [
            { f3: 'doctor', f6: 'senior' },
            { f3: 'master', f6: 'senior' },
            { f3: 'bachelor', f6: 'other' },
          ],
        },
        10,
      ],
      [{ table5: Array.from({ length: 7 }, () => ({ f3: 'doctor', f6: 'other' })) }, 25],
      [{ table5: [{ f3: 'doctor' }] }, 5],
    ],
    says: '学历为博士，或职称为正高级',
  },
  {
    text: '引进到岗时不满 40 周岁、签订 3 年以上合同的硕士，每人 1 万元。',
    benefits: [
      {
        kind: 'perUnit',
        name: '青年人才',
        base: '=rowsCount(table5, f3 == "master" && years(f5, f2) < 40 && months(f2, f7) >= 36)',
        unitAmount: 1,
      },
    ],
    pays: [
      [{ table5: [{ f3: 'master', f5: '1986-03-02', f2: '2026-03-01', f7: '2029-03-01' }] }, 1],
      [{ table5: [{ f3: 'master', f5: '1986-03-01', f2: '2026-03-01', f7: '2029-03-01' }] }, 0],
      [{ table5: [{ f3: 'master', f5: '1990-01-01', f2: '2026-03-01', f7: '2029-02-28' }] }, 0],
    ],
    says: '出生日期至到岗日期的整年数低于40年',
  },
  {
    text: '企业各笔贷款按发放当日一年期 LPR 的 50% 贴息，每笔最长 12 个月，合计最高 100 万元。',
    benefits: [{ kind: 'rate', name: '贴息', base: '=rowsSum(table6, f1 * asOf(own3, f2) * min(f3, 12) / 12 * 50%)', rate: 1, cap: 100 }],
    pays: [
      [
        {
          table6: [
            { f1: 1000, f2: '2025-06-01', f3: 6 },
            { f1: 2000, f2: '2026-03-01', f3: 20 },
          ],
        },
        36.5,
      ],
      [{ table6: [{ f1: 9000, f2: '2025-06-01', f3: 12 }] }, 100],
    ],
    says: '发放日期当日的一年期LPR',
  },
  {
    text: '纳税增幅超过全县平均增幅的，超过部分按 50% 奖励。',
    benefits: [{ kind: 'rate', name: '税收贡献', base: '=own13 - own14 - own14 * own51', rate: 0.5 }],
    pays: [
      [{ own13: 300, own14: 200 }, 45],
      [{ own13: 210, own14: 200 }, 0],
      [{ own13: 205, own14: 200 }, 0],
    ],
    says: '上上年度缴纳税收 × 全县税收平均增幅',
  },
  {
    text: '纳税额超过前两年最高值的部分，按 20% 奖励。',
    benefits: [{ kind: 'rate', name: '突破奖', base: '=own13 - max(own14, own50)', rate: 0.2 }],
    pays: [
      [{ own13: 300, own14: 200, own50: 250 }, 10],
      [{ own13: 300, own14: 260, own50: 250 }, 8],
      [{ own13: 300, own14: 200, own50: 350 }, 0],
    ],
    says: '上上年度缴纳税收、再上一年度缴纳税收取高',
  },
  {
    text: '近两年营业收入年均增长 20% 以上的高成长企业，奖励 30 万元。',
    conditions: { all: [{ field: '=compound(revenueY1, revenueY3, 2)', op: 'gte', value: 0.2 }] },
    benefits: [{ kind: 'fixed', name: '高成长', amount: 30 }],
    pays: [
      [{ revenueY1: 1440, revenueY3: 1000 }, 30],
      [{ revenueY1: 1439.99, revenueY3: 1000 }, 'nomatch'],
      [{ revenueY1: 1440, revenueY3: 0 }, 'unknown'],
      [{ revenueY1: 1440 }, 'unknown'],
    ],
    says: '定额30万元',
  },
  {
    text: '营业收入增长 10% 至 20% 的按增量的 3% 奖励，20% 以上的按增量的 5% 奖励，最高 80 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '增量奖',
        base: `=(revenueY1 - revenueY2) * level(${growth}, 10%, 3%, 20%, 5%)`,
        rate: 1,
        cap: 80,
      },
    ],
    pays: [
      [{ revenueY1: 1099.9, revenueY2: 1000 }, 0],
      [{ revenueY1: 1100, revenueY2: 1000 }, 3],
      [{ revenueY1: 1200, revenueY2: 1000 }, 10],
      [{ revenueY1: 4000, revenueY2: 1000 }, 80],
    ],
    says: '满10%为3%，满20%为5%',
  },
  {
    text: '设备投资补助 10%，大型企业最高 300 万元、中型最高 200 万元、小微最高 100 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '设备',
        base: 'equipmentInvestment',
        rate: 0.1,
        limits: [
          '=enterpriseScale == "large" ? 300 : enterpriseScale == "medium" ? 200 : enterpriseScale == "small" ? 100 : enterpriseScale == "micro" ? 100 : 0',
        ],
      },
    ],
    pays: [
      [{ equipmentInvestment: 5000, industryCode: '3451', employees: 2000, revenueY1: 90_000 }, 300],
      [{ equipmentInvestment: 5000, industryCode: '3451', employees: 500, revenueY1: 10_000 }, 200],
      [{ equipmentInvestment: 900, industryCode: '3451', employees: 50, revenueY1: 1000 }, 90],
      [{ equipmentInvestment: 5000, industryCode: '3451', employees: 50, revenueY1: 1000 }, 100],
    ],
    says: '最高不超过“按企业规模：大型300万元',
  },
  {
    text: '实际完成投资达到承诺的 80% 以上的，按承诺投资的 10% 乘以完成比例兑现，超额完成的不增加。',
    conditions: { all: [{ field: '=own49 / own48', op: 'gte', value: 0.8 }] },
    benefits: [{ kind: 'rate', name: '兑现', base: '=own48 * min(own49 / own48, 1)', rate: 0.1 }],
    pays: [
      [{ own48: 1000, own49: 900 }, 90],
      [{ own48: 1000, own49: 1500 }, 100],
      [{ own48: 1000, own49: 799 }, 'nomatch'],
    ],
    says: '实际完成投资额 ÷ 承诺投资额，最高',
  },
  {
    text: '上市分阶段奖励：股改 50 万、辅导备案 100 万、申报受理 200 万、上市 500 万元，已得的扣除。',
    benefits: [{ kind: 'lookup', name: '上市', field: 'own43', map: { a: 50, b: 100, c: 200, d: 500 }, less: ['own11'] }],
    pays: [
      [{ own43: 'c', own11: 100 }, 100],
      [{ own43: 'd', own11: 0 }, 500],
      [{ own43: 'a', own11: 80 }, 0],
    ],
    says: '完成股份制改造50万元',
  },
  {
    text: '首次认定的绿色工厂奖 20 万元，重新认定的减半。',
    benefits: [{ kind: 'fixed', name: '认定', amount: 20, factors: [{ field: 'own52', map: { first: 1, again: 0.5 } }] }],
    pays: [
      [{ own52: 'first' }, 20],
      [{ own52: 'again' }, 10],
      [{}, null],
    ],
    says: '重新认定50%',
  },
  {
    text: '裁员率不高于 5.5%，或者参保 30 人以下且裁员率不高于 20% 的，按参保人数每人补贴 500 元。',
    conditions: {
      any: [
        { field: '=(own53 - own54) / own53', op: 'lte', value: 0.055 },
        {
          all: [
            { field: 'own53', op: 'lte', value: 30 },
            { field: '=(own53 - own54) / own53', op: 'lte', value: 0.2 },
          ],
        },
      ],
    },
    benefits: [{ kind: 'perUnit', name: '稳岗', base: 'own54', unitAmount: 0.05 }],
    pays: [
      [{ own53: 200, own54: 189 }, 9.45],
      [{ own53: 200, own54: 188 }, 'nomatch'],
      [{ own53: 30, own54: 24 }, 1.2],
      [{ own53: 31, own54: 25 }, 'nomatch'],
      [{ own53: 20, own54: 26 }, 1.3],
    ],
    says: '每人500元',
  },
  {
    text: '网络零售额首次突破 1000 万、5000 万、1 亿元的，奖励 5、15、30 万元，逐级补差。',
    benefits: [
      {
        kind: 'reach',
        name: '电商',
        base: 'own39',
        before: 'own40',
        pays: 'difference',
        levels: [
          { from: 1000, amount: 5 },
          { from: 5000, amount: 15 },
          { from: 10_000, amount: 30 },
        ],
      },
    ],
    pays: [
      [{ own39: 12_000, own40: 1200 }, 25],
      [{ own39: 4999, own40: 0 }, 5],
      [{ own39: 4999, own40: 1000 }, 0],
    ],
    says: '补足差额',
  },
  {
    text: '并购交易额 1000 万元以上的按 3% 奖励，并购高新技术企业的上浮 50%，最高 500 万元。',
    conditions: { all: [{ field: 'own44', op: 'gte', value: 1000 }] },
    benefits: [{ kind: 'rate', name: '并购', base: 'own44', rate: 0.03, factors: [{ when: isTrue('isHNTE'), times: 1.5 }], cap: 500 }],
    pays: [
      [{ own44: 2000, isHNTE: true }, 90],
      [{ own44: 2000, isHNTE: false }, 60],
      [{ own44: 20_000, isHNTE: true }, 500],
      [{ own44: 999, isHNTE: true }, 'nomatch'],
    ],
    says: '按150%计算；最高500万元',
  },
  {
    text: '单位产品能耗下降 10%、20%、30% 以上的，分别奖励 10、20、30 万元。',
    benefits: [
      {
        kind: 'reach',
        name: '节能',
        base: '=(own46 - own47) / own46',
        levels: [
          { from: 0.1, amount: 10 },
          { from: 0.2, amount: 20 },
          { from: 0.3, amount: 30 },
        ],
      },
    ],
    pays: [
      [{ own46: 10, own47: 9 }, 10],
      [{ own46: 10, own47: 8.01 }, 10],
      [{ own46: 10, own47: 7 }, 30],
      [{ own46: 10, own47: 11 }, 0],
    ],
    says: '满20%的20万元',
  },
  {
    text: '上年度授权专利奖励：发明 1 万元、实用新型 0.1 万元、国外发明 2 万元每件，每家最高 20 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '专利',
        base: '=rowsSum(table7, f1 == "inv" ? 1 : f1 == "util" ? 0.1 : f1 == "pct" ? 2 : 0, yearOf(f2) == yearOf(applyDate) - 1)',
        rate: 1,
        cap: 20,
      },
    ],
    pays: [
      [
        {
          table7: [
            { f1: 'inv', f2: '2025-01-01' },
            { f1: 'util', f2: '2025-12-31' },
            { f1: 'pct', f2: '2026-01-01' },
          ],
        },
        1.1,
      ],
      [{ table7: Array.from({ length: 11 }, () => ({ f1: 'pct', f2: '2025-06-01' })) }, 20],
    ],
    says: '按类别：发明1、实用新型0.1、国外发明2，其余0',
  },
  {
    text: '投产后前 6 个月厂房租金全额补助，第 7 至 12 个月补 50%，以后不补。',
    benefits: [
      {
        kind: 'rate',
        name: '租金',
        base: '=own1 * own2 * slices(months(own25, applyDate), 0, 100%, 6, 50%, 12, 0%)',
        rate: 1,
      },
    ],
    pays: [
      [{ own1: 1000, own2: 0.001, own25: '2026-02-28' }, 4],
      [{ own1: 1000, own2: 0.001, own25: '2025-09-30' }, 7.5],
      [{ own1: 1000, own2: 0.001, own25: '2023-01-01' }, 9],
    ],
    says: '分段累计：0个月至6个月部分100%，6个月至12个月部分50%',
  },
  {
    text: '技改补助基本比例 10%，高企加 3 个百分点，规上加 2 个百分点，合计最高 100 万元。',
    benefits: [
      {
        kind: 'group',
        name: '技改',
        cap: 100,
        items: [
          { kind: 'rate', name: '基本', base: 'equipmentInvestment', rate: 0.1 },
          { kind: 'rate', name: '高企', base: 'equipmentInvestment', rate: 0.03, when: isTrue('isHNTE') },
          { kind: 'rate', name: '规上', base: 'equipmentInvestment', rate: 0.02, when: isTrue('isScaleAbove') },
        ],
      },
    ],
    pays: [
      [{ equipmentInvestment: 400, isHNTE: true, isScaleAbove: true }, 60],
      [{ equipmentInvestment: 400, isHNTE: true, isScaleAbove: false }, 52],
      [{ equipmentInvestment: 400, isHNTE: true }, [52, 60]],
      [{ equipmentInvestment: 900, isHNTE: true, isScaleAbove: true }, 100],
    ],
    says: '最高100万元',
  },
  {
    text: '吸纳就业 50 人以上的按全部职工每人 300 元、200 人以上的按全部职工每人 500 元奖励。',
    benefits: [{ kind: 'rate', name: '就业', base: '=employees * level(employees, 50, 0.03, 200, 0.05)', rate: 1 }],
    pays: [
      [{ employees: 49 }, 0],
      [{ employees: 50 }, 1.5],
      [{ employees: 199 }, 5.97],
      [{ employees: 200 }, 10],
    ],
    says: '满50人为0.03，满200人为0.05',
  },
  {
    text: '技改备案之日（含）以后购置的设备，按发票额的 10% 补助，最高 150 万元。',
    benefits: [{ kind: 'rate', name: '设备', base: '=rowsSum(table3, f1, f2 >= own24)', rate: 0.1, cap: 150 }],
    pays: [
      [
        {
          own24: '2025-03-01',
          table3: [
            { f1: 100, f2: '2025-02-28' },
            { f1: 200, f2: '2025-03-01' },
          ],
        },
        20,
      ],
      [{ table3: [{ f1: 100, f2: '2025-02-28' }] }, null],
    ],
    says: '购置日期不早于“土地交付日期”',
  },
  {
    text: '研发费用占营业收入 3% 以上的按研发费用的 2% 补助，超过 5% 的按 4% 补助，最高 60 万元。',
    benefits: [{ kind: 'rate', name: '研发', base: '=rdExpenseY1 * level(rdExpenseY1 / revenueY1, 3%, 2%, 5%, 4%)', rate: 1, cap: 60 }],
    pays: [
      [{ rdExpenseY1: 29, revenueY1: 1000 }, 0],
      [{ rdExpenseY1: 30, revenueY1: 1000 }, 0.6],
      [{ rdExpenseY1: 50, revenueY1: 1000 }, 2],
      [{ rdExpenseY1: 5000, revenueY1: 10_000 }, 60],
    ],
    says: '满3%为2%，满5%为4%',
  },
  {
    text: '亩均税收超过 10 万元/亩的部分按 20% 奖励，超过 20 万元/亩的部分按 30% 奖励（按用地面积计）。',
    benefits: [{ kind: 'rate', name: '亩均', base: '=own18 * slices(own13 / own18, 10, 20%, 20, 30%)', rate: 1 }],
    pays: [
      [{ own13: 100, own18: 10 }, 0],
      [{ own13: 150, own18: 10 }, 10],
      [{ own13: 250, own18: 10 }, 35],
    ],
    says: '10万元/亩至20万元/亩部分20%，超过20万元/亩部分30%',
  },
  {
    text: '每户奖励取下列两项的较低者：设备投资与研发费用之和的 10%，或者上年度纳税额的 30%。',
    benefits: [{ kind: 'rate', name: '就低', base: '=min((equipmentInvestment + rdExpenseY1) * 10%, own13 * 30%)', rate: 1 }],
    pays: [
      [{ equipmentInvestment: 1000, rdExpenseY1: 500, own13: 1000 }, 150],
      [{ equipmentInvestment: 1000, rdExpenseY1: 500, own13: 300 }, 90],
    ],
    says: '取低',
  },
  {
    text: '上一年度首次享受的按 100%，以后每年递减：本平台已享受 1 次的 60%，2 次以上的 30%，补助额 20 万元。',
    benefits: [{ kind: 'rate', name: '递减', base: '=20 * (100% - level(rowsCount(support, policy == "p-7"), 1, 40%, 2, 70%))', rate: 1 }],
    pays: [
      [{ support: [] }, 20],
      [{ support: [{ policy: 'p-7' }] }, 12],
      [{ support: [{ policy: 'p-7' }, { policy: 'p-7' }, { policy: 'p-7' }] }, 6],
    ],
    says: '满1项为40%，满2项为70%',
  },
  {
    text: '集团在本县缴纳税收合计 1000 万元以上的，每满 1000 万元奖 20 万元，最高 100 万元。',
    benefits: [{ kind: 'perStep', name: '集团', base: '=own13 + rowsSum(related, revenueY1 * 5%)', step: 1000, amount: 20, cap: 100 }],
    pays: [
      [{ own13: 900, related: [{ revenueY1: 2000 }] }, 20],
      [{ own13: 900, related: [{ revenueY1: 1000 }] }, 0],
      [{ own13: 900, related: [{}] }, null],
    ],
    says: '每满1000万元奖励20万元',
  },
]
