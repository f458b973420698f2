import type { Clause } from './types.ts'

/**
 * Clauses on a company’s spending and activities: power, freight, leases, loans, people, shows, prizes; falling shares, limits that depend
 * on another figure.
 */
const is = (field: string, value: boolean | string = true) => ({ field, op: 'eq', value }) as const

export const operationsClauses: readonly Clause[] = [
  {
    text: '设备投资 5 亿元以下的按 10% 补助，最高 1000 万元；5 亿元以上的一事一议。',
    benefits: [
      {
        kind: 'rate',
        name: '设备补助',
        base: 'equipmentInvestment',
        rate: 0.1,
        cap: 1000,
        when: { field: 'equipmentInvestment', op: 'lt', value: 50000 },
      },
      { kind: 'negotiated', name: '重大项目', when: { field: 'equipmentInvestment', op: 'gte', value: 50000 } },
    ],
    pays: [
      [{ equipmentInvestment: 3000 }, 300],
      [{ equipmentInvestment: 49999.99 }, 1000],
      [{ equipmentInvestment: 50000 }, 0],
      [{}, [0, 1000]],
    ],
    says: '投资额（不含税）不低于50000万元的，一事一议，金额由主管部门议定',
  },
  {
    text: '总部企业落户的一事一议，给予最高 3000 万元支持。',
    benefits: [{ kind: 'negotiated', name: '总部落户', cap: 3000 }],
    pays: [[{}, null]],
    says: '一事一议，金额由主管部门议定；最高3000万元',
  },
  {
    text: '年物流费用超过营业收入 3% 的部分按 20% 补助，最高 50 万元。',
    benefits: [{ kind: 'rate', name: '物流', base: '=max(own64 - revenueY1 * 3%, 0)', rate: 0.2, cap: 50 }],
    pays: [
      [{ own64: 100, revenueY1: 2000 }, 8],
      [{ own64: 50, revenueY1: 2000 }, 0],
      [{ own64: 1000, revenueY1: 2000 }, 50],
      [{ own64: 100 }, null],
    ],
    says: '按（上年度物流费用 − 上年度营业（销售）收入 × 3%，最低0万元）的20%计算；最高50万元',
  },
  {
    text: '自投产之日起 12 个月内，按用电量每千瓦时补助 0.05 元，最高 30 万元。',
    conditions: { field: '=within(own25, applyDate, 12)', op: 'eq', value: true },
    benefits: [{ kind: 'perUnit', name: '电费', base: 'own65', unitAmount: 0.05, cap: 30 }],
    pays: [
      [{ own25: '2025-06-30', own65: 100 }, 5],
      [{ own25: '2025-06-29', own65: 100 }, 'nomatch'],
      [{ own25: '2026-07-01', own65: 100 }, 'nomatch'],
      [{ own25: '2026-01-01', own65: 1000 }, 30],
    ],
    says: '按上年度用电量每万千瓦时500元计算；最高30万元',
  },
  {
    text: '近两年获股权融资 1000 万元以上的，按到账额 2% 奖励，最高 100 万元。',
    benefits: [
      {
        kind: 'rate',
        name: '融资',
        base: 'equityFinancing2y',
        rate: 0.02,
        cap: 100,
        when: { field: 'equityFinancing2y', op: 'gte', value: 1000 },
      },
    ],
    pays: [
      [{ equityFinancing2y: 1000 }, 20],
      [{ equityFinancing2y: 999.99 }, 0],
      [{ equityFinancing2y: 8000 }, 100],
    ],
    says: '近两年新增股权融资（合格机构实缴）不低于1000万元的',
  },
  {
    text: '规模以下企业上云费用按 30% 补助，不足 0.5 万元的按 0.5 万元，最高 5 万元。',
    conditions: is('isScaleAbove', false),
    benefits: [{ kind: 'rate', name: '上云', base: 'cloudSpending', rate: 0.3, floor: 0.5, cap: 5 }],
    pays: [
      [{ isScaleAbove: false, cloudSpending: 1 }, 0.5],
      [{ isScaleAbove: false, cloudSpending: 10 }, 3],
      [{ isScaleAbove: false, cloudSpending: 30 }, 5],
      [{ isScaleAbove: true, cloudSpending: 10 }, 'nomatch'],
    ],
    says: '按年度云服务费用的30%计算；不足0.5万元的按0.5万元计；最高5万元',
  },
  {
    text: '购置标准厂房 3000 平方米以内的部分每平方米补 100 元，3000 至 10000 平方米部分每平方米补 50 元，超过部分不补。',
    benefits: [{ kind: 'rate', name: '厂房', base: '=slices(own67, 0, 0.01, 3000, 0.005, 10000, 0)', rate: 1 }],
    pays: [
      [{ own67: 2000 }, 20],
      [{ own67: 5000 }, 40],
      [{ own67: 10_000 }, 65],
      [{ own67: 20_000 }, 65],
    ],
    says: '3000平方米至10000平方米部分每平方米50元，超过10000平方米部分0',
  },
  {
    text: '高新技术企业首次认定奖 20 万元，重新认定奖 10 万元，整体迁入的奖 15 万元。',
    conditions: is('isHNTE'),
    benefits: [{ kind: 'lookup', name: '高企', field: 'own68', map: { first: 20, again: 10, moved: 15 } }],
    pays: [
      [{ isHNTE: true, own68: 'first' }, 20],
      [{ isHNTE: true, own68: 'moved' }, 15],
      [{ isHNTE: false, own68: 'first' }, 'nomatch'],
      [{ isHNTE: true }, null],
    ],
    says: '首次认定20万元；重新认定10万元；整体迁入15万元',
  },
  {
    text: '设备融资租赁按实际租赁利率与一年期 LPR 1.3 倍中较低者计息，补贴 40%，最高 80 万元。',
    benefits: [{ kind: 'rate', name: '融资租赁', base: '=own69 * min(own19, own3 * 1.3)', rate: 0.4, cap: 80 }],
    pays: [
      [{ own69: 1000, own19: 0.05 }, 15.08],
      [{ own69: 1000, own19: 0.03 }, 12],
      [{ own69: 9000, own19: 0.03 }, 80],
    ],
    says: '按融资租赁额 × （贷款实际年利率、一年期LPR × 130%取低）的40%计算；最高80万元',
  },
  {
    text: '单位产品能耗比改造前下降 5% 以上的，每下降 1 个百分点奖 1 万元，最高 20 万元。',
    benefits: [
      {
        kind: 'perStep',
        name: '节能',
        base: '=1 - own47 / own46',
        step: 0.01,
        amount: 1,
        cap: 20,
        when: { field: '=1 - own47 / own46', op: 'gte', value: 0.05 },
      },
    ],
    pays: [
      [{ own46: 100, own47: 92 }, 8],
      [{ own46: 100, own47: 95 }, 5],
      [{ own46: 100, own47: 95.01 }, 0],
      [{ own46: 100, own47: 70 }, 20],
    ],
    says: '（100% − 改造后单位产品能耗 ÷ 改造前单位产品能耗）每满1个百分点奖励1万元',
  },
  {
    text: '首台（套）保险保费补 80%，扣除上级已补的部分，最高 100 万元。',
    benefits: [{ kind: 'rate', name: '保费', base: 'own62', rate: 0.8, cap: 100, less: ['own5'] }],
    pays: [
      [{ own62: 10, own5: 3 }, 5],
      [{ own62: 10, own5: 9 }, 0],
      [{ own62: 200, own5: 30 }, 70],
    ],
    says: '扣除上级已给的补助，只补差额',
  },
  {
    text: '设备投资补助投产第一年 10%，以后每年递减 2 个百分点，减完为止。',
    benefits: [{ kind: 'rate', name: '设备', base: '=equipmentInvestment * max(10% - years(own25, applyDate) * 2%, 0)', rate: 1 }],
    pays: [
      [{ equipmentInvestment: 1000, own25: '2025-07-01' }, 100],
      [{ equipmentInvestment: 1000, own25: '2025-06-30' }, 80],
      [{ equipmentInvestment: 1000, own25: '2022-06-30' }, 20],
      [{ equipmentInvestment: 1000, own25: '2021-06-30' }, 0],
      [{ equipmentInvestment: 1000, own25: '2010-06-30' }, 0],
    ],
    says: '（10% − 投产日期至申报的整年数 × 2%，最低0%）计算',
  },
  {
    text: '引进年薪 50 万元以上的人才，按年薪 10% 补助企业，每人最高 10 万元，每家最多 5 人，到岗满三年的不再补。',
    benefits: [
      { kind: 'rate', name: '人才', base: '=rowsTop(table5, min(f1 * 10%, 10), 5, f1 >= 50 && years(f2, applyDate) < 3)', rate: 1 },
    ],
    pays: [
      [
        {
          table5: [
            { f1: 60, f2: '2024-07-01' },
            { f1: 200, f2: '2025-01-01' },
            { f1: 49.99, f2: '2025-01-01' },
            { f1: 80, f2: '2023-06-30' },
          ],
        },
        16,
      ],
      [{ table5: Array.from({ length: 8 }, () => ({ f1: 70, f2: '2023-07-01' })) }, 35],
      [{ table5: [] }, 0],
    ],
    says: '且到岗日期至申报的整年数低于3年的，每项（年薪 × 10%，最高10万元）最高的5项合计',
  },
  {
    text: '知识产权质押贷款按发放日 LPR 的 50% 贴息（最长 12 个月），评估费按 50% 补助，两项合计最高 30 万元。',
    benefits: [
      {
        kind: 'group',
        name: '质押融资',
        cap: 30,
        items: [
          { kind: 'rate', name: '贴息', base: '=rowsSum(table6, f1 * asOf(own3, f2) * min(f3, 12) / 12)', rate: 0.5 },
          { kind: 'rate', name: '评估', base: 'own71', rate: 0.5 },
        ],
      },
    ],
    pays: [
      [{ table6: [{ f1: 1000, f2: '2026-03-01', f3: 6 }], own71: 10 }, 12.25],
      [{ table6: [{ f1: 2000, f2: '2025-05-20', f3: 24 }], own71: 10 }, 30],
      [{ table6: [{ f1: 100, f2: '2025-05-19', f3: 12 }], own71: 0 }, 1.55],
    ],
    says: '（用款月数，最高12个月） ÷ 12）合计的50%计算',
  },
  {
    text: '屋顶光伏按装机容量每千瓦补 200 元，自用电量占发电量一半以上的上浮 20%，最高 40 万元。',
    benefits: [
      {
        kind: 'perUnit',
        name: '光伏',
        base: 'own72',
        unitAmount: 0.02,
        cap: 40,
        factors: [{ when: { field: '=own73 / own74', op: 'gte', value: 0.5 }, times: 1.2 }],
      },
    ],
    pays: [
      [{ own72: 500, own73: 30, own74: 60 }, 12],
      [{ own72: 500, own73: 29.99, own74: 60 }, 10],
      [{ own72: 500 }, [10, 12]],
      [{ own72: 5000, own73: 60, own74: 60 }, 40],
    ],
    says: '光伏自用电量 ÷ 光伏发电量不低于50%的，按120%计算',
  },
  {
    text: '参展特装展位每平方米补 200 元，标准展位每个补 1 万元，合计最高 10 万元。',
    benefits: [
      {
        kind: 'group',
        name: '参展',
        cap: 10,
        items: [
          { kind: 'perUnit', name: '特装', base: '=rowsSum(table9, f1, f2 == "special")', unitAmount: 0.02 },
          { kind: 'perUnit', name: '标准', base: '=rowsCount(table9, f2 == "plain")', unitAmount: 1 },
        ],
      },
    ],
    pays: [
      [{ table9: [{ f1: 36, f2: 'special' }, { f1: 54, f2: 'special' }, { f2: 'plain' }] }, 2.8],
      [{ table9: [{ f1: 600, f2: 'special' }] }, 10],
      [{ table9: [] }, 0],
    ],
    says: '标准：按展位中展位类型为标准的项数每项1万元计算；以上各项合计最高10万元',
  },
  {
    text: '企业新型学徒制按中级工每人每年 0.5 万元、高级工 0.6 万元补助，最长两年。',
    benefits: [
      { kind: 'rate', name: '学徒', base: '=rowsSum(table10, min(f2, 2) * (f1 == "mid" ? 0.5 : f1 == "high" ? 0.6 : 0))', rate: 1 },
    ],
    pays: [
      [
        {
          table10: [
            { f1: 'mid', f2: 1 },
            { f1: 'high', f2: 3 },
            { f1: 'low', f2: 2 },
          ],
        },
        1.7,
      ],
      [{ table10: [] }, 0],
    ],
    says: '按学徒的每项（（培养年数，最高2年） × （按等级：中级0.5、高级0.6，其余0））合计',
  },
  {
    text: '获国家、省、市、县政府质量奖的分别奖 500、100、50、20 万元，提名奖减半。',
    benefits: [
      {
        kind: 'lookup',
        name: '质量奖',
        field: 'own75',
        map: { nation: 500, province: 100, city: 50, county: 20 },
        factors: [{ when: is('own76'), times: 0.5 }],
      },
    ],
    pays: [
      [{ own75: 'province', own76: false }, 100],
      [{ own75: 'county', own76: true }, 10],
      [{ own75: 'nation' }, [250, 500]],
    ],
    says: '提名奖为“是”的，按50%计算',
  },
  {
    text: '智能工厂评价 80 分以上的奖 30 万元，90 分以上的奖 50 万元。',
    benefits: [
      {
        kind: 'reach',
        name: '智能工厂',
        base: 'own15',
        levels: [
          { from: 80, amount: 30 },
          { from: 90, amount: 50 },
        ],
      },
    ],
    pays: [
      [{ infoInvestment: 500, coreBizIT: true, digitalLevel: 2 }, 30],
      [{ infoInvestment: 500, coreBizIT: true, digitalLevel: 3 }, 50],
      [{ infoInvestment: 100, coreBizIT: true, digitalLevel: 2 }, 0],
    ],
    says: '满80分的30万元；满90分的50万元',
  },
  {
    text: '升规不满三年的企业，社会保险缴费比上年增加部分按 50% 补助，每家最高 30 万元，且不超过县级留存的 40%。',
    conditions: { field: '=years(own66, applyDate)', op: 'lt', value: 3 },
    benefits: [{ kind: 'rate', name: '社保', base: '=max(own79 - own80, 0)', rate: 0.5, cap: 30, limits: ['=own63 * 40%'] }],
    pays: [
      [{ own66: '2023-07-01', own79: 80, own80: 40, own63: 100 }, 20],
      [{ own66: '2023-06-30', own79: 80, own80: 40, own63: 100 }, 'nomatch'],
      [{ own66: '2025-01-01', own79: 140, own80: 40, own63: 100 }, 30],
      [{ own66: '2025-01-01', own79: 140, own80: 40, own63: 50 }, 20],
      [{ own66: '2025-01-01', own79: 40, own80: 50, own63: 50 }, 0],
    ],
    says: '最高不超过“上年度地方财政贡献 × 40%”',
  },
]
