import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { writeFacts } from '../facts.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
let c01: number
let c02: number
beforeAll(async () => {
  t = await testApp({ clock })
  c01 = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  c02 = (await t.as('qy2').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
})
const own = async (who: string) => (await t.as(who).get('/company-code/findById')).body.data
const tokenOf = (content: string) => new URL(content, 'https://x').searchParams.get('c')!
const verify = async (c: string) => (await t.as(null).get('/company-code/verify', { c })).body.data

describe('企业码', () => {
  it('is issued by users who manage codes, and visible to the company itself and staff with the permission', async () => {
    for (const who of ['qy1', 'gr1', 'front1', 'admin1'])
      expect((await t.as(who).post('/company-code/saveOrUpdate', { companyIds: [c02] })).body.code).toBe('FORBIDDEN')
    expect(await own('qy2')).toBeNull()
    expect((await t.as('editor1').post('/company-code/saveOrUpdate', { companyIds: [c02, 999_999] })).body.code).toBe('NOT_FOUND')
    expect((await t.as('editor1').post('/company-code/saveOrUpdate', { companyIds: [c02] })).body.data).toEqual({ issued: 1, changed: 0 })
    expect((await t.as('editor1').post('/company-code/saveOrUpdate', { companyIds: [c02] })).body.data).toEqual({ issued: 0, changed: 0 })
    expect(await own('qy2')).toMatchObject({ companyId: c02, enabled: true })
    expect((await t.as('qy1').get('/company-code/findById', { companyId: c02 })).body.code).toBe('NOT_FOUND')
    expect((await t.as('dept1').get('/company-code/findById', { companyId: c02 })).body.code).toBe('FORBIDDEN')
    expect((await t.as('front1').get('/company-code/findById', { companyId: c02 })).body.data.companyName).toContain('鹿鸣')
  })

  it('shows only public data to everybody, and nothing for an unknown, replaced or disabled code', async () => {
    const first = tokenOf((await own('qy2')).codeContent)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    const answer = await verify(first)
    expect(answer).toEqual({
      valid: true,
      companyName: '云溪县鹿鸣数控机床有限公司（示例）',
      code: expect.stringMatching(/^9133/),
      issueDate: '2026-11-21',
      refreshDate: '2026-11-21',
    })
    const nothing = { valid: false, companyName: null, code: null, issueDate: null, refreshDate: null }
    expect(await verify('0'.repeat(32))).toEqual(nothing)
    expect(await verify("' or 1=1")).toEqual(nothing)
    expect((await t.as('qy2').post('/company-code/refresh', {})).body.data).toBe(true)
    expect(await verify(first)).toEqual(nothing)
    const second = tokenOf((await own('qy2')).codeContent)
    expect((await verify(second)).valid).toBe(true)
    await t.as('editor1').post('/company-code/saveOrUpdate', { companyIds: [c02], enabled: false })
    expect(await verify(second)).toEqual(nothing)
    await t.as('editor1').post('/company-code/saveOrUpdate', { companyIds: [c02], enabled: true })
    expect((await verify(second)).valid).toBe(true)
  })

  it('an enterprise creates its own when it has none; staff cannot refresh a missing one', async () => {
    expect((await t.as('editor1').post('/company-code/refresh', { companyId: c01 })).body.code).toBe('NOT_FOUND')
    expect((await t.as('front1').post('/company-code/refresh', { companyId: c02 })).body.code).toBe('FORBIDDEN')
    expect((await t.as('qy1').post('/company-code/refresh', {})).body.data).toBe(true)
    expect((await own('qy1')).companyId).toBe(c01)
  })

  it('has the colour of the current archive, none without consent, and is counted by colour', async () => {
    expect(await own('qy1')).toMatchObject({ level: null })
    expect(await own('qy2')).toMatchObject({ level: 'green' })
    const set = (key: string, value: boolean) =>
      writeFacts(t.kernel, t.kernel.db, c02, [{ key, value, source: '市场监管', asOf: '2026-11-20' }], null)
    await set('abnormalList', true)
    expect(await own('qy2')).toMatchObject({ level: 'yellow' })
    await set('seriousDishonest', true)
    expect((await t.as('front1').get('/company-code/list', { level: 'red' })).body.data).toMatchObject({
      total: 1,
      list: [{ companyId: c02 }],
    })
    expect((await t.as('front1').get('/company-code/statistics')).body.data).toMatchObject({
      names: ['绿', '黄', '红', '未评定'],
      series: [{ values: [0, 0, 1, 1] }],
      issued: 2,
      companies: 31,
    })
    expect((await t.as('front1').get('/company-code/statistics', { startTime: '2026-11-22' })).body.data.issued).toBe(0)
    await t.as('qy2').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' })
    expect((await t.as('front1').get('/company-code/findById', { companyId: c02 })).body.data.level).toBeNull()
    expect((await t.as('front1').get('/company-code/list', { level: 'red' })).body.data.total).toBe(0)
  })
})
