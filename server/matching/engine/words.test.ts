import { describe, expect, it } from 'vitest'
import { benefitSentence } from '../../../contract/rule/benefit-words.ts'
import { conditionLines } from '../../../contract/rule/condition-words.ts'
import { disagreements } from '../../../contract/rule/agreement.ts'
import { noteBeside } from '../../../contract/rule/note.ts'
import { comparedLines, togetherLines } from '../../../contract/rule/rule-words.ts'
import type { Benefit, Condition } from '../../../contract/rule/types.ts'
import { parseExpression } from '../../../contract/rule/expression.ts'
import { formulaInWords } from '../../../contract/rule/formula-words.ts'
import { engine, policies } from './fixtures.ts'
import { mutations } from './mutations.ts'

const { words } = engine
const saidOf = (rule: (typeof policies)[number]): string[] => [
  ...conditionLines(words, rule.conditions).map(({ depth, text }) => `${depth} ${text}`),
  ...(rule.benefits ?? []).map((benefit) => benefitSentence(words, benefit)),
  ...togetherLines(engine.words, rule),
]
const pays = (benefit: object) => benefitSentence(words, { name: '奖励', ...benefit } as Benefit)
const asks = (node: object) => conditionLines(words, node as Condition).map(({ text }) => text)

describe('sentences about a rule are made from the rule (G-12)', () => {
  it('every number, bound, option, condition and switch of every seeded rule changes a sentence', () => {
    let tried = 0
    for (const policy of policies) {
      const said = saidOf(policy).join('\n')
      const compared = comparedLines(words, policy)
      expect(said).not.toMatch(/undefined|null|NaN|\[object|—/)
      for (const { place, rule } of mutations(policy)) {
        tried++
        expect(saidOf(rule).join('\n'), `${policy.id} ${place}`).not.toBe(said)
        expect(comparedLines(words, rule), `${policy.id} ${place}, compared`).not.toEqual(compared)
      }
    }
    expect(tried).toBeGreaterThan(1500)
  })

  it('a comparison of two dates is said as before or after, not as “满0天”', () => {
    const of = (formula: string, op: string, value = 0) => asks({ field: formula, op, value })
    expect(of('=days(applyDate, faLoanDate)', 'gte')).toEqual(['贷款发放日期不早于申报日'])
    expect(of('=days(faLoanDate, applyDate)', 'gt')).toEqual(['申报日晚于贷款发放日期'])
    expect(of('=days(registeredDate, faLoanDate)', 'lt')).toEqual(['贷款发放日期早于注册成立日期'])
    expect(of('=days(applyDate, faLoanDate)', 'gte', 30)).toEqual(['申报日至贷款发放日期满30天'])
  })

  it('a plain number beside a count or in a table of money is said as an amount, not as a share', () => {
    const listed = {
      ...words,
      field: (key: string) => (key === 'table9' ? { label: '学徒', type: 'rows', labels: new Map() } : words.field(key)),
    }
    const base = '=rowsCount(table9, f1 == 1) * 0.2'
    expect(formulaInWords(listed, parseExpression(base.slice(1)))).toContain('项数 × 0.2')
    expect(pays({ kind: 'rate', base: '=slices(plantArea, 0, 0.01, 3000, 0.005, 10000, 0)', rate: 1 })).toContain(
      '0㎡至3000㎡部分每㎡100元，3000㎡至10000㎡部分每㎡50元，超过10000㎡部分0',
    )
  })

  it('options are said in the order of the field, and the cap of a group is not said as that of its last part', () => {
    const { labels } = words.field('rdOrgLevel')!
    const map = Object.fromEntries([...labels.keys()].map((key, n): [string, number] => [key, n + 1]).reverse())
    const factor: Benefit = { kind: 'fixed', name: '奖', amount: 1, factors: [{ field: 'rdOrgLevel', map }] }
    const lookup: Benefit = { kind: 'lookup', name: '奖', field: 'rdOrgLevel', map }
    for (const benefit of [factor, lookup]) {
      const said = benefitSentence(words, benefit)
      const places = [...labels.values()].map((label, n) =>
        said.indexOf(benefit.kind === 'fixed' ? `${label}${(n + 1) * 100}%` : `${label}${n + 1}万元`),
      )
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places).not.toContain(-1)
    }
    const items: Benefit[] = [{ kind: 'fixed', name: '甲', amount: 50 }]
    expect(benefitSentence(words, { kind: 'group', name: '组', combine: 'max', cap: 40, items })).toMatch(
      /甲：定额50万元；以上各项合计最高40万元$/,
    )
  })
  it('wording written by hand never replaces a sentence', () => {
    for (const policy of policies) {
      const worded = structuredClone(policy) as { benefits?: { formula?: string }[] } & typeof policy
      for (const benefit of worded.benefits ?? []) benefit.formula = '以主管部门核定为准'
      expect(saidOf(worded)).toEqual(saidOf(policy))
    }
  })
})

describe('conditions in words', () => {
  it('say what is judged, in the unit of the field, whatever the label is', () => {
    expect(asks({ field: 'countyRegistered', op: 'eq', value: true, label: '上年度主营业务收入' })).toEqual(['在本县注册并纳税：是'])
    expect(asks({ field: 'abnormalList', op: 'ne', value: true })).toEqual(['列入经营异常名录：否'])
    expect(asks({ field: 'rdRatioY1', op: 'gte', value: 0.0333 })).toEqual(['上年度研发费用占营业收入比不低于3.33%'])
    expect(asks({ field: 'uiPaidMonths', op: 'gte', value: 12 })).toEqual(['失业保险足额缴费月数不低于12个月'])
    expect(asks({ field: 'faLoanDate', op: 'gte', value: '2026-01-01' })).toEqual(['贷款发放日期不早于2026-01-01'])
    expect(asks({ field: 'rdOrgLevel', op: 'notIn', value: ['national', 'municipal'] })).toEqual(['研发机构级别不属于国家级、市级'])
    expect(asks({ field: 'score:kjxzx-score', op: 'passes', value: true })).toEqual([
      '科技型中小企业评价达标（总分不低于60分，科技人员指标大于0分）',
    ])
  })
  it('say how the parts of a group are combined', () => {
    const leaf = { field: 'isHNTE', op: 'eq', value: true }
    expect(asks({ any: [leaf, { not: leaf }] })).toEqual([
      '满足以下任一条件',
      '有效期内高新技术企业：是',
      '以下不成立',
      '有效期内高新技术企业：是',
    ])
  })
})

describe('benefits in words', () => {
  it('say every bound of tiers, options and ranges', () => {
    expect(
      pays({
        kind: 'tierRate',
        base: 'softwareInvestment',
        tiers: [
          { min: 5, max: 20, rate: 0.15 },
          { min: 20, minInclusive: false, rate: 0.25 },
        ],
        rateAdd: { when: { field: 'usesCountyPlatform', op: 'eq', value: true }, add: 0.05 },
        cap: 300,
      }),
    ).toBe(
      '按年度软件投资额全额乘以所在档的比例；5万元（含）至20万元（含）15%；20万元（不含）以上25%；使用县行业级工业互联网平台云化软件为“是”的，比例再加5个百分点；最高300万元',
    )
    expect(pays({ kind: 'lookup', field: 'greenFactoryLevel', map: { national: 50, municipal: 10.5 } })).toBe(
      '按新获绿色工厂级别定额，未列出的不支持；国家级50万元；市级10.5万元',
    )
    expect(pays({ kind: 'lookupRange', field: 'firstSetLevel', map: { domestic: [100, 300] } })).toBe(
      '按新认定首台（套）级别在区间内核定，未列出的不支持；国内首台（套）100万元至300万元',
    )
  })
  it('say the condition, the cap, the yearly payment, the exclusive group and what counts as 0', () => {
    expect(
      pays({
        kind: 'perUnit',
        base: 'talentDoctor',
        unitAmount: 5,
        cap: 60,
        optional: true,
        upperBound: true,
        payout: [0.4, 0.6],
        exclusiveGroup: '人才',
        when: {
          all: [
            { field: 'isHNTE', op: 'eq', value: true },
            { field: 'employees', op: 'gt', value: 100 },
          ],
        },
      }),
    ).toBe(
      '有效期内高新技术企业为“是”，且职工总数（从业人员）大于100人的，按本年度新引进博士每人5万元计算；最高60万元；以上为上限，实际以主管部门核定为准；未填写的按0计；分2年兑付：第1年40%、第2年60%；同组（人才）各项只取最高一项',
    )
  })
  it('say a formula in Chinese: shares as per cent, bounds in their unit, branches with their condition', () => {
    expect(pays({ kind: 'expr', expr: 'min(faLoanAmount, 5000) * 0.015 * min(faLoanYears, 2)' })).toBe(
      '按算式：（固定资产贷款本金，最高5000万元） × 1.5% × （贷款（贴息）年限，最高2年）',
    )
    expect(pays({ kind: 'expr', expr: 'benchmarkProject ? min(equipmentInvestment * 0.12, 3000) : 20' })).toBe(
      '按算式：标杆示范技改项目为“是”的，（项目设备（含软件）投资额（不含税） × 12%，最高3000万元）；否则20万元',
    )
    expect(pays({ kind: 'expr', expr: 'max(serviceSpend - 0.5, 0) * (revenueY1 >= 2000 && !isHNTE ? 0.5 : 0.25)' })).toBe(
      '按算式：（年度购买技术创新服务金额 − 0.5万元，最低0万元） × （上年度营业（销售）收入不低于2000万元，且有效期内高新技术企业为“否”的，50%；否则25%）',
    )
    expect(pays({ kind: 'expr', expr: 'newHireEligible * 0.15' })).toBe('按算式：近一年新招用创业担保贷款对象人数 × 0.15')
    expect(pays({ kind: 'expr', expr: '1 +' })).toBe('按算式：1 +')
  })
})

describe('wording by hand beside the sentence', () => {
  const told = (rule: object) =>
    disagreements(
      words,
      engine.catalog.fields.map(({ label }) => label),
      rule as never,
    ).map(({ label }) => label)
  const leaf = (over: object) => ({ conditions: { all: [{ field: 'revenueY1', op: 'gte', value: 2000, ...over }] } })
  it('a label with another field, number, direction or the opposite meaning is reported', () => {
    expect(told({ conditions: { field: 'countyRegistered', op: 'eq', value: true, label: '上年度主营业务收入' } })).toHaveLength(1)
    expect(told(leaf({ label: '上年度营业收入3000万元以上' }))).toHaveLength(1)
    expect(told(leaf({ label: '上年度营业收入不超过2000万元' }))).toHaveLength(1)
    expect(told({ conditions: { field: 'abnormalList', op: 'eq', value: false, label: '列入经营异常名录的企业' } })).toHaveLength(1)
    expect(told({ ...leaf({}), benefits: [{ kind: 'rate', base: 'cloudSpending', rate: 0.1, name: '奖', formula: '费用×8%' }] })).toEqual([
      '费用×8%',
    ])
  })
  it('a label that says the same in other words is not reported', () => {
    for (const label of ['', '营业收入2000万元以上', '年销售收入≥0.2亿元', '①上年度营业收入达到规模', '上年度营业（销售）收入'])
      expect(told(leaf({ label }))).toEqual([])
    expect(told({ conditions: { field: 'abnormalList', op: 'eq', value: false, label: '未列入经营异常名录' } })).toEqual([])
    expect(
      told({ ...leaf({}), benefits: [{ kind: 'perUnit', base: 'talentDoctor', unitAmount: 0.15, name: '奖', formula: '每人1500元' }] }),
    ).toEqual([])
  })
  it('few wordings of the seeded policies are reported, so that editors are not bothered', () => {
    expect(policies.flatMap((policy) => told(policy)).length).toBeLessThan(12)
  })
  it('a note that repeats the sentence is not shown', () => {
    expect(noteBeside('④科技人员占比不低于 10%', '科技人员占比不低于10%')).toBeNull()
    expect(noteBeside('境内居民企业', '境内居民企业：是')).toBeNull()
    expect(noteBeside('②近三年研发达标', '近三年研发费用占销售收入比不低于5%')).toBe('近三年研发达标')
  })
})
