import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let company: { id: number; name: string }
beforeAll(async () => {
  t = await testApp()
  company = await t.kernel.db
    .selectFrom('company as c')
    .innerJoin('sys_user as u', 'u.company_id', 'c.id')
    .where('u.user_name', '=', 'qy1')
    .select(['c.id', 'c.name'])
    .executeTakeFirstOrThrow()
})
const words = (more: object = {}) => ({
  companyId: company.id,
  entrust: '来电 6612 登记，法定代表人口述',
  sourceType: '02',
  typeId: 1601,
  title: '代为提交：变压器增容',
  content: '请协调增容，联系 13812345678。',
  contact: '林小满',
  phone: '13812345678',
  ...more,
})
const enter = (who: string | null, body: object) => t.as(who).post('/appeal/info/enter', body)

describe('filing at the desk for a company', () => {
  it('is for the service centre, and the request of the company is recorded', async () => {
    expect((await enter(null, words())).status).toBe(401)
    for (const who of ['qy1', 'dept1', 'leader1']) expect((await enter(who, words())).body.code).toBe('FORBIDDEN')
    const told = async (more: object) => (await enter('front1', words(more))).body.fields?.[0]
    expect(await told({ entrust: ' ' })).toEqual({ path: 'entrust', message: '请写明企业的委托方式' })
    expect(await told({ companyId: 999_999 })).toEqual({ path: 'companyId', message: '企业不存在' })
    expect(await told({ sourceType: '99' })).toEqual({ path: 'sourceType', message: '请选择来源' })
    expect((await told({ typeId: 16 }))?.path).toBe('typeId')
  })
  it('makes it the company’s appeal: it is notified, reads it and withdraws it; the staff who filed it may not', async () => {
    const made = (await enter('front1', words())).body.data
    expect(made.appealNo).toMatch(/^SQ\d{8}-\d{4}$/)
    expect((await enter('front1', words())).body.data.id, 'twice is once').toBe(made.id)
    const read = async (who: string) => (await t.as(who).get('/appeal/info/findById', { id: made.id })).body
    expect((await read('qy1')).data).toMatchObject({
      companyName: company.name,
      sourceType: '02',
      contact: '林小满',
      entered: { entrust: '来电 6612 登记，法定代表人口述' },
    })
    expect((await read('qy2')).code).toBe('NOT_FOUND')
    expect((await read('front1')).data.contact).toBe('林**')
    const notices = (await t.as('qy1').get('/sys/notice/list', { kind: 'appeal' })).body.data.list
    expect(notices[0]).toMatchObject({ title: expect.stringContaining('由服务中心代为提交'), link: `/work/myAppeal?id=${made.id}` })
    expect((await t.as('front1').post('/appeal/info/withdraw', { id: made.id })).body.code).toBe('FORBIDDEN')
    expect((await t.as('qy1').post('/appeal/info/withdraw', { id: made.id })).body.data).toMatchObject({ state: 7 })
  })
})

describe('at the desk', () => {
  it('colleagues see who has an appeal open; users who may not see the appeal get absent', async () => {
    const { id } = (await enter('front1', words({ title: '谁在看' }))).body.data
    const look = async (who: string, leaving = false) => (await t.as(who).post('/appeal/info/present', { id, leaving })).body
    expect((await look('dept2')).code).toBe('NOT_FOUND')
    expect((await look('qy1')).code).toBe('FORBIDDEN')
    expect((await look('front1')).data).toEqual({ others: [] })
    expect((await look('appeal1')).data.others).toHaveLength(1)
    await look('front1', true)
    expect((await look('appeal1')).data).toEqual({ others: [] })
  })
  it('the Word sheet of an appeal is for users who see it, and its creation is audited', async () => {
    const { id } = (await enter('front1', words({ title: '督办' }))).body.data
    expect((await t.as('dept2').get('/appeal/info/sheet', { id })).body.code).toBe('NOT_FOUND')
    const file = await t.as('front1').send({ method: 'GET', url: `/appeal/info/sheet?id=${id}` })
    expect(file.headers['content-type']).toContain('wordprocessingml')
    expect(file.raw.subarray(0, 2).toString()).toBe('PK')
    const noted = await t.kernel.db.selectFrom('audit_log').select('id').where('action', '=', 'appeal.sheet').execute()
    expect(noted).toHaveLength(1)
  })
  it('a bar of the figures opens a list with exactly the appeals that it counts', async () => {
    const { items } = (await t.as('front1').get('/appeal/statisticsNew/overview')).body.data
    const of = (label: string) => items.find((item: { label: string }) => item.label === label)
    const count = async (to: string) => (await t.as('front1').get(to.replace('/work/adminAppeal', '/appeal/info/list'))).body.data.total
    expect(await count(of('办结').to)).toBe(of('办结').value)
    expect(await count(of('未评价').to)).toBe(of('未评价').value)
    for (const root of ['statistics', 'statisticsNew'])
      for (const by of ['source', 'type', 'office', 'street', 'state']) {
        const { names, series, to } = (await t.as('front1').get(`/appeal/${root}/statistics`, { by })).body.data
        expect(to).toHaveLength(names.length)
        expect(to.filter((one: string | null) => one !== null).length, by).toBeGreaterThan(0)
        for (const [at, opens] of (to as (string | null)[]).entries())
          if (opens !== null) expect(await count(opens), `${root} ${by} ${names[at]}`).toBe(series[0].values[at])
      }
  })
})
