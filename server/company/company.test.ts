import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock, systemClock, today } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import type { Archive } from '../../contract/company.ts'
import { authorizedFactsOf, factsOf } from './index.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
/** The demo data are made today: their figures are those of the last whole year. */
const lastYearEnd = `${Number(today(systemClock).slice(0, 4)) - 1}-12-31`
const archiveUrl = '/dynamic/company/info/queryEntArchiveDetail'
const saveUrl = '/dynamic/company/info/saveEntArchiveDetail'
const authUrl = '/ent/company/info/setEntExpansionInfoAuth'
let t: TestApp
let c01: number
let c02: number
beforeAll(async () => {
  t = await testApp({ clock })
  c01 = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  c02 = (await t.as('qy2').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
})
const archiveOf = async (who: string, companyId?: number) => (await t.as(who).get<Archive>(archiveUrl, { companyId })).body
const field = (archive: Archive, key: string) => archive.groups.flatMap((g) => g.fields).find((f) => f.key === key)!

describe('企业基本信息', () => {
  it('refuses visitors, individuals and staff without the right', async () => {
    expect((await t.as(null).get('/dynamic/company/info/findById', { id: c01 })).status).toBe(401)
    expect((await t.as('gr1').get('/dynamic/company/info/findById', { id: c01 })).body.code).toBe('FORBIDDEN')
    expect((await t.as('audit1').get('/company/info/findById', { id: c01 })).body.code).toBe('FORBIDDEN')
    expect((await t.as('qy1').get('/company/info/list')).body.code).toBe('FORBIDDEN')
  })

  it('reports another company as absent', async () => {
    expect((await t.as('qy1').get('/dynamic/company/info/findById', { id: c02 })).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').get(archiveUrl, { companyId: c02 })).body.code).toBe('NOT_FOUND')
    expect((await t.as('editor1').get('/company/info/findById', { id: 999999 })).body.code).toBe('NOT_FOUND')
  })

  it('shows persons and phones to the company itself and masks them for staff', async () => {
    const own = (await t.as('qy1').get('/dynamic/company/info/findById')).body.data
    expect(own).toMatchObject({
      id: c01,
      code: '91339999MAEF12007U',
      legalPerson: '林知远',
      legalPersonPhone: '15410000000',
      contactPhone: '15420000000',
      streetName: '云溪街道',
      completeness: 100,
    })
    const staff = (await t.as('front1').get('/company/info/findById', { id: c01 })).body.data
    expect(staff).toMatchObject({ legalPerson: '林**', legalPersonPhone: '154****0000', contactPerson: '韩*', contactPhone: '154****0000' })
    const list = await t.as('editor1').get('/company/info/list', { pageSize: 100 })
    expect(list.body.data.total).toBe(31)
    expect(list.raw.toString()).not.toMatch(/154\d{8}/)
  })

  it('finds a company by its exact phone number, by name and by street', async () => {
    const find = async (query: Record<string, unknown>) =>
      (await t.as('editor1').get('/company/info/list', query)).body.data.list.map((c: { id: number }) => c.id)
    expect(await find({ phone: '154 1000 0000' })).toEqual([c01])
    const part = await t.as('editor1').get('/company/info/list', { phone: '1541000' })
    expect(part.body.fields).toEqual([{ path: 'phone', message: '请输入完整的电话号码' }])
    expect(await find({ companyName: '鹿鸣' })).toEqual([c02])
    expect(await find({ companyName: '%' })).toEqual([])
    expect((await find({ streetId: '339999001', pageSize: 100 })).length).toBe(6)
  })

  it('refuses unknown filters and sorts', async () => {
    const answer = await t.as('editor1').get('/company/info/list', { legalPersonPhone: '15410000000' })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([{ path: 'legalPersonPhone', message: '不支持的字段：legalPersonPhone' }])
    expect((await t.as('editor1').get('/company/info/list', { sort: 'contact_phone' })).status).toBe(400)
  })

  it('suggests names to anybody, from two characters on, ten at most', async () => {
    expect((await t.as(null).get('/company/info/queryByName', { name: '云' })).body.data).toEqual([])
    expect((await t.as(null).get('/company/info/queryByName', { name: '云溪' })).body.data).toHaveLength(10)
    expect((await t.as(null).get('/company/info/queryByName', { name: '星澜' })).body.data).toEqual([
      { id: c01, name: '云溪县星澜精密轴承有限公司（示例）', code: '91339999MAEF12007U', streetId: '339999001' },
    ])
  })

  it('keeps no person and no phone in clear in the database', async () => {
    for (const table of ['company', 'company_fact', 'company_facts', 'company_authorization', 'audit_log']) {
      const { rows } = await t.database.pool.query<{ text: string }>(`select x::text as text from ${table} x`)
      expect(rows.map((r) => r.text).join('\n')).not.toMatch(/15410000000|15420000000|林知远|韩启/)
    }
  })
})

describe('企业授权', () => {
  it('refuses everybody but enterprises, and other answers than 01 and 02', async () => {
    expect((await t.as(null).get(authUrl, { authStatus: '02' })).status).toBe(401)
    expect((await t.as('gr1').get(authUrl, { authStatus: '02' })).body.code).toBe('FORBIDDEN')
    expect((await t.as('editor1').get(authUrl, { authStatus: '02' })).body.code).toBe('FORBIDDEN')
    expect((await t.as('qy1').get(authUrl, { authStatus: '00' })).status).toBe(400)
    expect((await t.as('qy1').get(authUrl, { authStatus: '02', companyId: c02 })).status).toBe(400)
  })

  it('is 00 before the first answer (K034), and then only the company itself reads the archive', async () => {
    expect((await t.as('qy1').get('/ent/company/info/queryEntExpansionInfoAuthLog')).body.data).toMatchObject({
      authStatus: '00',
      authTime: null,
      total: 0,
      log: [],
    })
    expect(await archiveOf('front1', c01)).toMatchObject({ success: false, code: 'NO_CONSENT' })
    expect(await authorizedFactsOf(t.database.db, c01)).toBeNull()
  })

  it('records text version, time, account and channel (K035, K036), and takes effect at once in both directions', async () => {
    const granted = await t.as('qy1').get(authUrl, { authStatus: '02' })
    expect(granted.body).toEqual({ success: true, data: true })
    expect(granted.headers['cache-control']).toBe('no-store')
    await t.as('qy1').get(authUrl, { authStatus: '02' })
    const { data } = (await t.as('qy1').get('/ent/company/info/queryEntExpansionInfoAuthLog')).body
    expect(data).toMatchObject({
      authStatus: '02',
      log: [{ authStatus: '02', textVersion: '2026-11', account: 'qy1', channel: '电脑网页' }],
    })
    expect(data.log).toHaveLength(1)
    const staff = await archiveOf('front1', c01)
    expect(field(staff.data, 'revenueY1')).toMatchObject({ value: 15100, source: '税务', asOf: lastYearEnd, editable: true })
    expect(field(staff.data, 'contactPhone').value).toBe('154****0000')
    expect((await authorizedFactsOf(t.database.db, c01))?.revenueY1).toBe(15100)

    await t.as('qy1').get(authUrl, { authStatus: '01' })
    expect(await archiveOf('front1', c01)).toMatchObject({ success: false, code: 'NO_CONSENT' })
    expect(await authorizedFactsOf(t.database.db, c01)).toBeNull()
    const { rows } = await t.database.pool.query(
      `select action from audit_log where object_type = 'company' and object_id = $1 order by id`,
      [String(c01)],
    )
    expect(rows.map((r) => r.action)).toEqual(['company.authorize', 'company.archive.read', 'company.unauthorize'])
    const older = (await t.as('qy1').get('/ent/company/info/queryEntExpansionInfoAuthLog', { page: 2, pageSize: 1 })).body.data
    expect(older).toMatchObject({ authStatus: '01', total: 2, log: [{ authStatus: '02' }] })
  })
})

describe('企业档案', () => {
  const save = (who: string, version: number, values: Record<string, unknown>) => t.as(who).post(saveUrl, { version, values })
  const version = async () => (await archiveOf('qy1')).data.version

  it('is refused to staff and individuals', async () => {
    expect((await save('editor1', 1, {})).body.code).toBe('FORBIDDEN')
    expect((await save('gr1', 1, {})).body.code).toBe('FORBIDDEN')
  })

  it('refuses unknown keys, wrong types and official values, each at its place', async () => {
    const { status, body } = await save('qy1', await version(), {
      nonsense: 1,
      employees: 'many',
      techStaff: 1.5,
      rdOrgLevel: 'galactic',
      digitalLevel: 9,
      abnormalList: false,
      contactPhone: '123',
      faLoanDate: '2026-02-30',
      derivedOnly: null,
    })
    expect(status).toBe(400)
    expect(Object.fromEntries(body.fields!.map((f) => [f.path, f.message]))).toEqual({
      'values.nonsense': '不支持的字段：nonsense',
      'values.derivedOnly': '不支持的字段：derivedOnly',
      'values.employees': '应为数字',
      'values.techStaff': '应为整数',
      'values.rdOrgLevel': '请从选项中选择',
      'values.digitalLevel': '不能大于 4',
      'values.abnormalList': '列入经营异常名录来自市场监管部门，不能自行修改',
      'values.contactPhone': '手机号格式错误',
      'values.faLoanDate': '日期格式应为 YYYY-MM-DD',
    })
    expect((await save('qy1', await version(), { techField: '9999' })).body.fields).toEqual([
      { path: 'values.techField', message: '请从选项中选择' },
    ])
    expect((await save('qy1', await version(), JSON.parse('{"__proto__":{"polluted":1}}'))).body.success).toBe(false)
  })

  it('refuses founding and loan dates in the future', async () => {
    const late = await save('qy1', await version(), { faLoanDate: '2050-01-01' })
    expect(late.body.fields).toEqual([{ path: 'values.faLoanDate', message: '日期不能晚于 2026-11-21' }])
  })

  it('refuses a stale version and changes nothing', async () => {
    const before = await archiveOf('qy1')
    expect((await save('qy1', before.data.version - 1, { employees: 1 })).body.code).toBe('CONFLICT')
    expect(field((await archiveOf('qy1')).data, 'employees').value).toBe(260)
  })

  it('saves only what changed, with source, date and person, into both copies', async () => {
    const before = await version()
    const answer = await save('qy1', before, { employees: 262, contactPhone: '15420009999', faLoanDate: '2026-03-01', mainProduct: '' })
    expect(answer.body.data).toMatchObject({ version: before + 1, changed: 4, wholeInfo: false })
    const archive = (await archiveOf('qy1')).data
    expect(field(archive, 'employees')).toMatchObject({
      value: 262,
      source: '企业填报',
      asOf: '2026-11-21',
      updatedBy: '云溪县星澜精密轴承有限公司（示例）',
    })
    expect(field(archive, 'revenueY1')).toMatchObject({ value: 15100, source: '税务' })
    expect(field(archive, 'contactPhone').value).toBe('15420009999')
    expect(archive.missing).toEqual([{ key: 'mainProduct', label: '主导产品（服务）', group: '基本信息' }])
    const facts = await factsOf(t.database.db, c01)
    expect(facts).toMatchObject({ employees: 262, faLoanDate: '2026-03-01' })
    expect(facts).not.toHaveProperty('mainProduct')
    expect(facts).not.toHaveProperty('contactPhone')
    expect((await save('qy1', before + 1, { mainProduct: '高速精密轴承' })).body.data).toMatchObject({ wholeInfo: true, completeness: 100 })
  })

  it('refuses a save based on data that another save has changed', async () => {
    const v = await version()
    expect((await save('qy1', v, { rdStaff: 41 })).body.success).toBe(true)
    expect((await save('qy1', v, { rdStaff: 42 })).body.code).toBe('CONFLICT')
  })

  it('returns every dictionary that it refers to', async () => {
    const { data } = (await t.as('qy1').get('/dynamic/company/info/queryAllDictValue')).body
    expect(Object.keys(data).toSorted()).toEqual(['idType', 'industry', 'regType', 'techField'])
    expect(data.techField).toContainEqual({ value: '0804', label: expect.any(String) })
  })
})
