import { describe, expect, it } from 'vitest'
import { cases, companies, compiled, engine, judged, policies } from './fixtures.ts'
import { explain } from './index.ts'
import type { Answers, Explanation } from './types.ts'

const DAY = '2026-06-30'
const company = (id: string): Answers => cases.find((example) => example.id === id)?.company as Answers
const parts = (code: string, answers: Answers): Explanation[] => explain(judged(code, answers).conditions).children ?? []
const part = (code: string, answers: Answers, id: string): Explanation => {
  const found = parts(code, answers).find((each) => each.id === id)
  if (!found) throw new Error(`没有条件 ${id}`)
  return found
}

describe('逐条说明', () => {
  it('要求、我的值、差距', () => {
    const failed = part('hnte', { ...company('H14') }, 'hnte.c13')
    expect(failed).toMatchObject({
      result: 'false',
      requiredText: '≥ 60%',
      actualText: '59.86%',
      gapText: '还差0.1429个百分点',
      closable: true,
    })
    const staff = part('kjxzx', { employees: 512 }, 'kjxzx.c2')
    expect(staff).toMatchObject({ result: 'false', gap: 12, gapText: '超出12人', actualText: '512人', advice: '降低12人即可满足' })
    expect(part('hnte', { employees: 5 }, 'hnte.c5').advice).toBe('请补充：科技人员数')
  })
  it('四舍五入不能掩盖差距', () => {
    expect(part('hnte', { techStaff: 99999, employees: 1000000 }, 'hnte.c5')).toMatchObject({
      requiredText: '≥ 10%',
      actualText: '9.9999%',
    })
  })
  it('靠时间满足：给出日期', () => {
    const young = judged('hnte', { ...company('H05'), registeredDate: '2026-01-01', operatingYears: 1 })
    expect(young.verdict).toBe('near')
    expect(part('hnte', { registeredDate: '2026-01-01' }, 'hnte.c2')).toMatchObject({
      result: 'false',
      gapText: '还差185天',
      metAt: '2027-01-01',
    })
    expect(part('zjtx-2026', { segmentYears: 2 }, 'zjtx-2026.c8').metAt).toBe('2027-06-30')
  })
  it('未知：列出所缺的原始字段；分母为 0 写明理由', () => {
    expect(part('hnte', { employees: 5 }, 'hnte.c5')).toMatchObject({ result: 'unknown', missing: ['techStaff'], reason: '待补充' })
    expect(part('hnte', { employees: 0, techStaff: 0 }, 'hnte.c5')).toMatchObject({ result: 'unknown', missing: [], reason: '分母为0' })
    expect(part('hnte', company('HS15'), 'hnte.c15')).toMatchObject({
      result: 'unknown',
      missing: [],
      reason: '需专家评分',
      score: { scoreMin: 69, scoreMax: 88, status: '预估可达到' },
    })
  })
  it('结论：只因专家评分而未知时缺项为空', () => {
    expect([judged('hnte', company('HS15')).verdict, judged('hnte', company('HS15')).missing]).toEqual(['unknown', []])
  })
  it('missing 只列影响结论的缺项：已定的任一组不再追问', () => {
    const { isHNTE, abnormalList, ...rest } = company('K09')
    expect([isHNTE, abnormalList]).toEqual([true, false])
    expect(judged('kjxzx', { ...rest, isHNTE, employees: 100, techStaff: null }).missing).toEqual(['abnormalList'])
    expect(judged('kjxzx', { ...rest, abnormalList: false }).missing).toEqual(['isHNTE'])
  })
  it('差一点：身份、区域、处罚不满足就不是', () => {
    const waits = { uiPaidMonths: 11, insuredEmployees: 10, layoffRate: 0 }
    expect(judged('ui-refund', { ...waits, seriousDishonest: false }).verdict).toBe('near')
    expect(judged('ui-refund', { ...waits, seriousDishonest: true }).verdict).toBe('nomatch')
    expect(judged('demo-export-credit', { countyRegistered: false, exportCreditPremium: 1 }).verdict).toBe('nomatch')
    expect(engine.defaultClosable(policies.find((policy) => policy.id === 'gd-tech-equip')?.conditions as never)).toEqual([
      'gd-tech-equip.c7',
      'gd-tech-equip.c9',
    ])
  })
  it('规则自带的标记优先', () => {
    const rule = { id: 't', title: 't', conditions: { all: [{ id: 'x', field: 'isHNTE', op: 'eq' as const, value: true, label: 'x' }] } }
    const verdict = (closable?: string[]) =>
      engine.judge(engine.compilePolicy({ ...rule, ...(closable ? { closable } : {}) }), { isHNTE: false }, { applyDate: DAY }).verdict
    expect([verdict(), verdict(['x']), verdict(['isHNTE']), verdict([])]).toEqual(['nomatch', 'near', 'near', 'nomatch'])
  })
  it('受理窗口只改结论，不改条件', () => {
    const policy = compiled.get('xinchang-info')
    if (!policy) throw new Error('缺政策')
    const verdict = (from: string | null, to: string | null) => {
      const result = engine.judge(policy, { infoInvestment: 800 }, { applyDate: DAY, window: { from, to } })
      return [result.verdict, result.ruleVerdict, result.amount?.max]
    }
    expect(verdict('2026-06-30', '2026-06-30')).toEqual(['match', 'match', 100])
    expect(verdict(null, '2026-06-29')).toEqual(['closed', 'match', 100])
    expect(verdict('2026-07-01', null)).toEqual(['notYet', 'match', 100])
  })
  it('规则的文字', () => {
    expect(
      engine.ruleInWords({
        all: [
          { field: 'rdRatioY1', op: 'gte', value: 0.03 },
          { any: [{ field: 'rdOrgLevel', op: 'in', value: ['national'] }, { not: { field: 'isHNTE', op: 'eq', value: false } }] },
        ],
      }),
    ).toBe(
      '同时满足以下全部条件\n　上年度研发费用占营业收入比不低于3%\n　满足以下任一条件\n　　研发机构级别属于国家级\n　　以下不成立\n　　　有效期内高新技术企业：否',
    )
    for (const policy of policies) expect(engine.ruleInWords(policy.conditions)).not.toMatch(/undefined|null|\[object/)
  })
})

describe('下一个问题', () => {
  const all = [...compiled.values()]
  const ask = (answers: Answers, skip?: Set<string>) => engine.rankQuestions(all, answers, { applyDate: DAY, ...(skip ? { skip } : {}) })
  it('先问影响金额最大的；答过和“不清楚”的不再问', () => {
    const [first, ...rest] = ask({})
    if (!first) throw new Error('没有问题')
    for (const question of rest) expect(question.stake).toBeLessThanOrEqual(first.stake)
    expect(first.stake).toBeGreaterThan(0)
    expect(ask({}, new Set([first.key])).map((question) => question.key)).not.toContain(first.key)
  })
  it('金额按仍未定的政策之和计：只剩一条时等于它的上限', () => {
    const policy = compiled.get('xinchang-cloud')
    if (!policy) throw new Error('缺政策')
    expect(engine.rankQuestions([policy], {}, { applyDate: DAY })).toMatchObject([
      { key: 'cloudSpending', stake: 50, policies: ['xinchang-cloud'] },
    ])
    expect(engine.rankQuestions([policy], { cloudSpending: 1 }, { applyDate: DAY })).toEqual([])
  })
  it('一路答下去，必能问完且每答一题不再重复', () => {
    // Expert scores are never asked: no company knows them in advance.
    const truth = Object.fromEntries(Object.entries(companies[3]?.answers ?? {}).filter(([key]) => !key.startsWith('hnteSelf')))
    const answers: Record<string, Answers[string]> = {}
    const skip = new Set<string>()
    for (let step = 0; ; step++) {
      const [next] = ask(answers, skip)
      if (!next) break
      expect(step).toBeLessThan(191)
      if (truth[next.key] == null) skip.add(next.key)
      else answers[next.key] = truth[next.key]
    }
    const verdicts = (company: Answers) => all.map((policy) => engine.judge(policy, company, { applyDate: DAY }).verdict)
    expect(verdicts(answers)).toEqual(verdicts(truth))
  })
  it('已符合的政策：还能改变金额的选项也会问到', () => {
    const policy = compiled.get('ui-refund')
    if (!policy) throw new Error('缺政策')
    const answers = {
      uiPaidMonths: 12,
      insuredEmployees: 40,
      layoffRate: 0.01,
      seriousDishonest: false,
      uiPremiumPaidY1: 10,
      sizingIndustry: 'industry',
      employees: 40,
      revenueY1: 900,
    }
    expect(engine.rankQuestions([policy], answers, { applyDate: DAY })).toMatchObject([{ key: 'uiUplift', stake: 3 }])
    expect(judged('xian-scale', { sizingIndustry: 'industry', firstScaleAbove: true, inScalePool: false }).amount?.unset).toEqual([
      'isNewBuildScale',
      'mainRevenueY1',
    ])
  })
  it('问行业代码而不是由它推导的划型行业', () => {
    const keys = ask({}).map((question) => question.key)
    expect([keys.includes('industryCode'), keys.includes('sizingIndustry')]).toEqual([true, false])
    expect(ask({}, new Set(['industryCode'])).map((question) => question.key)).toContain('sizingIndustry')
  })
})
