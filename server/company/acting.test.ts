import { beforeAll, describe, expect, it } from 'vitest'
import { actingFor, type Acting } from '../kernel/testing/acting.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import type { Person } from '../kernel/testing/people.ts'

/** A person who acts for a company uses it but does not own it (G-08). */
let t: TestApp
let acting: Acting
beforeAll(async () => {
  t = await testApp()
  acting = await actingFor(t, 'gr1', 'qy1')
})
const authorize = (who: Person, authStatus: '01' | '02') => who.get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
const notices = async (who: Person) =>
  ((await who.get('/sys/notice/list', { pageSize: 50 })).body.data.list as { title: string; content: string }[]).map((n) => n.title)

describe('代办人', () => {
  it('can neither grant nor withdraw consent to the use of the archive', async () => {
    for (const status of ['02', '01'] as const) {
      const answer = await authorize(acting.person, status)
      expect(answer.body).toMatchObject({ success: false, code: 'FORBIDDEN', msg: '授权与撤回只能由企业自己的账号办理' })
    }
    const { authStatus, total } = (await acting.company.get('/ent/company/info/queryEntExpansionInfoAuthLog')).body.data
    expect([authStatus, total]).toEqual(['00', 0])
  })

  it('can neither give a bank account nor decline money', async () => {
    const account = { bankName: '云溪农商行', accountNo: '6217001234567890', contactName: '周小溪', contactPhone: '13912345678' }
    expect((await acting.person.post('/direct/my/consent', { id: 1, ...account })).body.msg).toBe('收款账户只能由企业自己的账号填写')
    expect((await acting.person.post('/direct/my/decline', { id: 1, reason: '不要了' })).body.msg).toBe('放弃补贴只能由企业自己的账号办理')
    expect((await acting.company.post('/direct/my/decline', { id: 1, reason: '不要了' })).body.code).toBe('NOT_FOUND')
  })

  it('the company is notified of who may act for it, and of every answer about its archive', async () => {
    expect(await notices(acting.company)).toContain('周小**已绑定贵企业，可以贵企业的身份办事')
    await authorize(acting.company, '02')
    await authorize(acting.company, '01')
    expect(await notices(acting.company)).toEqual(expect.arrayContaining(['贵企业已授权平台使用企业档案', '贵企业已撤回企业档案授权']))
  })

  it('has no access to data requested or computed for the company once the binding has ended', async () => {
    await authorize(acting.company, '02')
    const { person, company, self, bindingId } = acting
    const polInfoId = (await t.as(null).get('/corp/policy/list', { pageSize: 1 })).body.data.list[0].id
    await person.form('/pol/my/getPolConsult', { polInfoId: String(polInfoId), consultContent: '本企业去年的订单能算吗' })
    const { taskId } = (await person.get('/ent/company/info/entAsyncMatchPolicy')).body.data
    const progress = (who: Person) => who.get('/ent/company/info/entAsyncMatchProgress', { taskId })
    await eventually(async () => expect((await progress(person)).body.data.result).toMatchObject({ match: expect.any(Number) }))
    const asked = async (who: Person) => (await who.get('/pol/consult/listMy')).body.data.list.length
    expect(await asked(person)).toBe(1)
    await authorize(company, '01')
    expect((await progress(person)).body.data.result).toBeNull()
    await authorize(company, '02')
    await company.form('/personal/company/delete', { id: String(bindingId) })
    const me = await self()
    expect((await progress(me)).body.success).toBe(false)
    expect(await asked(me)).toBe(0)
  })
})
