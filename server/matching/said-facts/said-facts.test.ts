import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock: movableClock() })
})
const read = (body: object) => t.as(null).post('/corp/policyCalculator/readWords', body)
const answerTo = async (words: string, more: object = {}) => (await read({ words, ...more })).body.data

describe('一句话里的事实', () => {
  it('refuses an empty question and unknown keys', async () => {
    expect((await read({ words: ' ' })).status).toBe(400)
    expect((await read({ words: '营收2000万', wings: 2 })).status).toBe(400)
    expect((await read({ words: '营'.repeat(201) })).status).toBe(400)
  })
  it('reads what a person types, and leaves out facts that they remove', async () => {
    const words = '成立三年、营收2000万的软件公司能报什么'
    const { facts, answers } = await answerTo(words)
    expect(answers).toEqual({ operatingYears: 3, revenueY1: 2000, industryCode: '65' })
    expect(facts).toContainEqual({ key: 'revenueY1', label: '去年营业收入', text: '2000万元', exact: true })
    expect(facts.find(({ key }: { key: string }) => key === 'industryCode').text).toBe('软件和信息技术服务业')
    expect((await answerTo(words, { without: ['industryCode'] })).answers).toEqual({ operatingYears: 3, revenueY1: 2000 })
  })
  it('shows a bound but does not judge by it', async () => {
    const { facts, answers } = await answerTo('员工不到20人')
    expect(facts).toEqual([{ key: 'employees', label: '员工', text: '不到 20人', exact: false }])
    expect(answers).toEqual({})
  })
  it('returns figures that it did not understand', async () => {
    const { answers, open } = await answerTo('产值3000万')
    expect(answers).toEqual({})
    expect(open).toEqual(['产值3000万'])
  })
  it('gives the verdict of the calculator', async () => {
    const words = '我们不是高企，职工120人，去年没有裁员'
    const { list } = (
      await t.as(null).post('/corp/policyCalculator/calculate', { answers: { isHNTE: false, employees: 120, layoffRate: 0 } })
    ).body.data
    const policyIds = list.map(({ policyId }: { policyId: number }) => policyId)
    const { verdicts } = await answerTo(words, { policyIds })
    for (const { policyId, verdict } of list) expect(verdicts[policyId].verdict).toBe(verdict)
    expect(Object.values(verdicts).some((one) => (one as { verdict: string }).verdict === 'nomatch')).toBe(true)
  })
  it('does not record what was typed', async () => {
    await answerTo('我们公司注册资本77777万元')
    const { rows } = await t.kernel.pool.query(`select count(*)::int as n from audit_log where detail::text like '%77777%'`)
    expect(rows[0].n).toBe(0)
  })
})
