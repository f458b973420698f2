import type { RuleNode } from '../contract/policy.ts'

/** Finance products of the demo county, in our own words; banks and terms are fictional. Sums in 万元, rates in percent a year. */
export interface DemoProduct {
  name: string
  bank: string
  type: string
  amount: readonly [number, number]
  rate: readonly [number, number]
  terms: readonly string[]
  guarantees: readonly string[]
  repays: readonly string[]
  days: number
  target: string
  conditions: string
  rule?: RuleNode
}

const banks = ['云溪农商银行', '云溪村镇银行', '溪江银行云溪支行', '县融资担保公司', '溪江租赁', '云溪产业基金'] as const
type Loan = Pick<DemoProduct, 'amount' | 'rate' | 'terms' | 'guarantees' | 'repays' | 'days'>
const of = (name: string, bank: number, type: string, loan: Loan, target: string, conditions: string, rule?: RuleNode): DemoProduct => ({
  name: `${name}（示例）`,
  bank: `${banks[bank]!}（示例）`,
  type,
  ...loan,
  target,
  conditions,
  ...(rule ? { rule } : {}),
})
const loan = (
  amount: readonly [number, number],
  rate: readonly [number, number],
  terms: readonly string[],
  guarantees: readonly string[],
  repays: readonly string[],
  days: number,
): Loan => ({ amount, rate, terms, guarantees, repays, days })

const leaf = (field: string, op: RuleNode['op'], value: unknown, label: string) => ({ field, op, value, label }) as RuleNode
const honest = leaf('seriousDishonest', 'eq', false, '未列入严重违法失信名单')
const local = leaf('countyRegistered', 'eq', true, '在本县注册')
const small = leaf('enterpriseScale', 'in', ['small', 'micro'], '小型或微型企业')

export const products: readonly DemoProduct[] = [
  of(
    '小微信用贷',
    0,
    '01',
    loan([1, 300], [3.65, 4.5], ['01', '02'], ['01'], ['01', '03', '05'], 3),
    '纳税或流水稳定的小微企业',
    '小型或微型企业，在本县注册，没有严重失信记录，上年度营业收入 100 万元以上',
    {
      all: [small, local, honest, leaf('revenueY1', 'gte', 100, '上年度营业收入不低于 100 万元')],
    },
  ),
  of('流水云贷', 2, '01', loan([5, 200], [3.8, 5.2], ['02'], ['01'], ['03', '05'], 1), '在本行有结算的企业', '结算满一年，没有逾期'),
  of(
    '厂房抵押贷',
    0,
    '02',
    loan([50, 3000], [3.45, 4.1], ['03', '04'], ['02'], ['01', '02', '03'], 7),
    '有自有厂房的工业企业',
    '厂房产权清晰，资产负债率不高于 70%',
    {
      all: [honest, leaf('debtRatio', 'lte', 0.7, '资产负债率不高于 70%')],
    },
  ),
  of(
    '设备更新贷',
    2,
    '02',
    loan([100, 5000], [3.2, 3.9], ['03', '04', '05'], ['02', '03'], ['01', '02'], 10),
    '有设备更新项目的企业',
    '项目设备投资 100 万元以上，没有严重失信记录',
    {
      all: [honest, leaf('equipmentInvestment', 'gte', 100, '项目设备投资不低于 100 万元')],
    },
  ),
  of('存货质押贷', 1, '03', loan([20, 500], [4.2, 5.5], ['02'], ['03'], ['03'], 7), '有标准化存货的企业', '存货权属清晰，存放在监管仓'),
  of('股权质押贷', 2, '03', loan([100, 2000], [4.0, 5.0], ['02', '03'], ['04'], ['03', '04'], 10), '股权可登记的企业', '股权没有其他质押'),
  of(
    '担保通',
    3,
    '04',
    loan([10, 500], [3.55, 4.2], ['02', '03'], ['08'], ['01', '03'], 5),
    '抵押物不足的小微企业',
    '小型或微型企业，在本县注册',
    { all: [small, local, honest] },
  ),
  of('联保贷', 1, '04', loan([10, 200], [4.5, 5.8], ['02'], ['07'], ['01', '03'], 5), '同行业互相了解的企业', '三家以上企业互相保证'),
  of(
    '专利贷',
    0,
    '05',
    loan([50, 1000], [3.5, 4.2], ['02', '03'], ['05'], ['03', '05'], 10),
    '有发明专利的企业',
    '有效Ⅰ类知识产权 1 项以上，没有严重失信记录',
    {
      all: [honest, leaf('ipType1', 'gte', 1, 'Ⅰ类知识产权不少于 1 项')],
    },
  ),
  of(
    '应收账款快贷',
    0,
    '06',
    loan([20, 1000], [3.7, 4.6], ['01', '02'], ['06'], ['03', '04'], 3),
    '下游是大型企业的供应商',
    '应收账款经下游确认',
  ),
  of(
    '政府采购贷',
    2,
    '06',
    loan([10, 800], [3.6, 4.3], ['02'], ['01', '06'], ['03', '04'], 3),
    '中标政府采购的企业',
    '凭中标通知书和采购合同',
  ),
  of(
    '链上贷',
    0,
    '07',
    loan([10, 1000], [3.6, 4.5], ['02'], ['01', '06'], ['05'], 2),
    '核心企业的上下游',
    '核心企业推荐，交易记录满六个月',
  ),
  of('票据秒贴', 2, '08', loan([1, 2000], [1.6, 2.8], ['01', '02'], ['09'], ['04'], 1), '持有承兑汇票的企业', '票据真实有效'),
  of('设备直租', 4, '09', loan([50, 3000], [4.5, 6.0], ['03', '04'], ['03'], ['01', '06'], 10), '要添置设备的企业', '首付两成，设备可登记'),
  of('售后回租', 4, '09', loan([50, 2000], [4.8, 6.2], ['03'], ['03'], ['01', '06'], 10), '有成新设备的企业', '设备发票齐全'),
  of(
    '科创贷',
    0,
    '10',
    loan([50, 2000], [3.2, 3.95], ['02', '03'], ['01', '05'], ['03', '05'], 7),
    '高新技术企业',
    '有效期内的高新技术企业，没有严重失信记录',
    {
      all: [honest, leaf('isHNTE', 'eq', true, '有效期内高新技术企业')],
    },
  ),
  of(
    '研发投入贷',
    2,
    '10',
    loan([30, 1000], [3.4, 4.2], ['02', '03'], ['01'], ['03', '05'], 7),
    '持续投入研发的企业',
    '上年度研发费用 50 万元以上',
    {
      all: [honest, leaf('rdExpenseY1', 'gte', 50, '上年度研发费用不低于 50 万元')],
    },
  ),
  of(
    '专精特新贷',
    0,
    '11',
    loan([100, 3000], [3.1, 3.8], ['02', '03'], ['01', '08'], ['03', '05'], 5),
    '专精特新企业',
    '近三年研发费用占比不低于 3%，没有严重失信记录',
    {
      all: [honest, leaf('rdRatio3y', 'gte', 0.03, '近三年研发费用占销售收入不低于 3%')],
    },
  ),
  of(
    '首贷直通车',
    1,
    '12',
    loan([5, 100], [3.6, 4.4], ['02'], ['01', '08'], ['01', '03'], 3),
    '从未贷过款的小微企业',
    '小型或微型企业，在本县注册',
    { all: [small, local, honest] },
  ),
  of(
    '无还本续贷',
    0,
    '12',
    loan([10, 1000], [3.7, 4.6], ['02'], ['02', '07'], ['03'], 5),
    '贷款到期、经营正常的企业',
    '没有逾期，流水正常',
  ),
  of('信保融资', 2, '13', loan([20, 1500], [3.3, 4.1], ['01', '02'], ['06'], ['04'], 5), '投保出口信用保险的企业', '保单有效，单证齐全'),
  of(
    '成长股权投资',
    5,
    '14',
    loan([200, 5000], [0, 0], ['04', '05'], ['09'], ['04'], 60),
    '处在成长期的科技企业',
    '商业模式清楚，团队稳定',
    {
      all: [honest, leaf('revenueY1', 'gte', 500, '上年度营业收入不低于 500 万元')],
    },
  ),
  of('贷款保证保险', 3, '15', loan([10, 300], [4.0, 5.0], ['02'], ['07'], ['01'], 5), '缺少抵押物的小微企业', '保险公司审核通过'),
  of('转贷周转金', 3, '16', loan([10, 1000], [2.8, 3.6], ['01'], ['01'], ['04'], 2), '贷款到期要续贷的企业', '银行已同意续贷'),
]
