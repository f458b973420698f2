import mammoth from 'mammoth'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MedicalReport, ReportItem } from '../../../contract/matching/report.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const path = '/policy/doc/medicalReport'
const read = async (user: string) => (await t.as(user).post(path, {})).body.data as MedicalReport

describe('体检报告的拒绝', () => {
  it('is for a company about itself, with consent', async () => {
    expect((await t.as(null).post(path, {})).status).toBe(401)
    expect((await t.as('gr1').post(path, {})).body.code).toBe('FORBIDDEN')
    expect((await t.as('editor1').post(path, {})).body.code).toBe('FORBIDDEN')
    expect((await t.as('qy1').post(path, { companyId: 999_999 })).body.code).toBe('NOT_FOUND')
    await t.as('qy2').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
    expect((await t.as('qy2').post(path, {})).body.code).toBe('NO_CONSENT')
    expect((await t.as('qy2').post('/policy/doc/medicalReportFile', {})).body.code).toBe('NO_CONSENT')
  })
})

describe('体检报告', () => {
  it('lists every policy in force in one of its parts, with the verdict and total of the calculator', async () => {
    const qy = t.as('qy1')
    await qy.get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
    const found = await read('qy1')
    const { list, total } = (await qy.post('/corp/policyCalculator/calculate', { answers: {}, useArchive: true })).body.data
    const parts = [...found.matched, ...found.near, ...found.unknown, ...found.missed, ...found.outside]
    expect(parts.map((item) => `${item.code} ${item.verdict}`).sort()).toEqual(
      list.map((j: { code: string; verdict: string }) => `${j.code} ${j.verdict}`).sort(),
    )
    expect(found.total).toEqual(total)
    expect(found.score).toBe(Math.round((found.matched.length / (found.matched.length + found.near.length + found.unknown.length)) * 100))
    expect(found.facts.reduce((sum, each) => sum + each.count, 0)).toBeGreaterThan(20)
    expect(parts.every((item) => item.origin.version >= 1)).toBe(true)
  })
  it('lists near misses from easy to hard, with the date where waiting is enough', async () => {
    const order = ['time', 'easy', 'some', 'hard', 'shrink']
    const seen: ReportItem[] = []
    for (const user of ['qy1', 'qy2']) {
      await t.as(user).get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
      const { near } = await read(user)
      seen.push(...near)
      const ranks = near.map((item) => (item.plan ? order.indexOf(item.plan.effort) : 9))
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      for (const { plan } of near) if (plan?.effort === 'time') expect(plan.metAt).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.every((item) => item.plan !== null && item.plan.steps.length > 0)).toBe(true)
  })
  it('is a Word document with company, date, every matched policy and its rule version', async () => {
    const found = await read('qy1')
    const tokens = await t.as('qy1').tokens()
    const started = performance.now()
    const answer = await t.http.inject({
      method: 'POST',
      url: '/policy/doc/medicalReportFile',
      headers: { authorization: tokens.token, 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(performance.now() - started).toBeLessThan(5000)
    expect(answer.statusCode).toBe(200)
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
      `政策体检报告-${found.companyName}-${found.asOf}.docx`,
    )
    const { value } = await mammoth.extractRawText({ buffer: answer.rawPayload })
    expect(value).toContain(`企业：${found.companyName}`)
    expect(value).toContain(`判定日期：${found.asOf}`)
    for (const item of [...found.matched, ...found.near]) {
      expect(value).toContain(item.policyTitle)
      expect(value).toContain(`规则第 ${item.origin.version} 版`)
    }
    expect(value).toContain('以主管部门审核为准')
  })
})
