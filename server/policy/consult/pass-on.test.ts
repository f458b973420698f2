import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let app: TestApp
let policyId: number
const userId = async (userName: string) =>
  (await app.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', userName).executeTakeFirstOrThrow()).id
const asked = async (who: string, consultContent: string): Promise<number> => {
  expect((await app.as(who).form('/pol/my/getPolConsult', { consultContent, polInfoId: String(policyId) })).body.success).toBe(true)
  return (await app.as('front1').get('/pol/consult/list', { keyword: consultContent })).body.data.list[0].id
}
const passOn = async (who: string | null, id: number, to: string, note = '') =>
  app.as(who).post('/pol/consult/passOn', { id, userId: await userId(to), note })
const inbox = async (who: string, id: number): Promise<{ title: string; body: string; read: boolean }[]> =>
  (await app.as(who).get('/sys/notice/list', { kind: 'work' })).body.data.list.filter((n: { link: string }) => n.link.endsWith(`&id=${id}`))
const waits = async (who: string): Promise<string[]> => {
  const kinds = (await app.as(who).get('/work/list')).body.data.list
  const { first } = kinds.find((t: { kind: string }) => t.kind === 'consult')
  return first.list.map((row: { title: string }) => row.title)
}

beforeAll(async () => {
  app = await testApp()
  policyId = (await app.as(null).get('/policy/doc/policyDetail', { code: 'demo-talent' })).body.data.id
})

describe('a question is passed on to a colleague', () => {
  it('is refused without the right, to a colleague who cannot answer, to oneself, and for an unknown question', async () => {
    const id = await asked('qy1', '谁能把它转交？')
    expect((await passOn(null, id, 'editor1')).status).toBe(401)
    expect((await passOn('qy1', id, 'editor1')).body.code).toBe('FORBIDDEN')
    expect((await passOn('dept1', id, 'editor1')).body.code).toBe('FORBIDDEN')
    for (const to of ['dept1', 'qy2', 'front1'])
      expect((await passOn('front1', id, to)).body.fields).toMatchObject([{ path: 'userId', message: '请选择能答复这件咨询的同事' }])
    expect((await passOn('front1', 999_999, 'editor1')).body.code).toBe('NOT_FOUND')
    expect((await app.as('qy1').get('/pol/consult/colleagues', { id })).body.code).toBe('FORBIDDEN')
    expect(await auditTrail(app.kernel, 'consult.passOn')).toHaveLength(0)
  })
  it('then waits only for that colleague, who reads the note; the person who asked does not see it', async () => {
    const id = await asked('qy1', '硕士按哪一年计？')
    const colleagues = (await app.as('front1').get('/pol/consult/colleagues', { id })).body.data as { id: number; name: string }[]
    expect(colleagues.map((c) => c.id)).toContain(await userId('editor1'))
    expect(colleagues.map((c) => c.id)).not.toContain(await userId('front1'))
    expect(await waits('front1')).toContain('硕士按哪一年计？')

    expect((await passOn('front1', id, 'editor1', '条款是你写的')).body.success).toBe(true)
    expect(await inbox('front1', id)).toMatchObject([{ read: true }])
    const [told] = await inbox('editor1', id)
    expect(told).toMatchObject({ title: expect.stringContaining('转给您一件政策咨询'), body: '条款是你写的', read: false })
    expect(await waits('front1')).not.toContain('硕士按哪一年计？')
    expect(await waits('editor1')).toContain('硕士按哪一年计？')
    const read = async (who: string) => (await app.as(who).get('/pol/consult/findById', { id })).body.data
    expect((await read('editor1')).passedOn).toMatchObject({ note: '条款是你写的' })
    expect((await read('qy1')).passedOn).toBeUndefined()
    expect(JSON.stringify((await app.as('qy1').get('/pol/consult/listMy')).body)).not.toContain('条款是你写的')
    const listed = async (who: string) =>
      (await app.as(who).get('/pol/consult/list', { forMe: 1, keyword: '硕士按哪一年计' })).body.data.total
    expect([await listed('front1'), await listed('editor1')]).toEqual([0, 1])
    expect(await auditTrail(app.kernel, 'consult.passOn')).toHaveLength(1)
  })
  it('waits for nobody once it is answered, and cannot be passed on any more', async () => {
    const id = await asked('qy1', '本科怎么计？')
    await passOn('front1', id, 'editor1')
    expect((await app.as('front1').post('/pol/consult/reply', { id, replyContent: '按人数计。' })).body.success).toBe(true)
    expect((await inbox('editor1', id)).every(({ read }) => read)).toBe(true)
    expect((await passOn('front1', id, 'editor1')).body).toMatchObject({ code: 'STATE', msg: '该咨询已由他人回复，请刷新后查看' })
  })
})

describe('the archive of the company is judged by the policy it asks about', () => {
  const verdict = async (who: string, id: number) => (await app.as(who).get('/pol/consult/verdict', { id })).body
  it('only for staff who answer, and not when the question is from a person', async () => {
    const id = await asked('gr1', '个人也能申报吗？')
    expect((await verdict('qy1', id)).code).toBe('FORBIDDEN')
    expect((await verdict('dept1', id)).code).toBe('FORBIDDEN')
    expect((await verdict('front1', 999_999)).code).toBe('NOT_FOUND')
    expect((await verdict('front1', id)).data).toEqual({ of: 'person', judgement: null })
  })
  it('only with the consent of the company, which sees the use; without consent nothing is read', async () => {
    const id = await asked('qy2', '我们符合吗？')
    const { data } = await verdict('front1', id)
    expect(data).toMatchObject({ of: 'judged', judgement: { verdict: 'match', max: 11 } })
    const top = data.judgement.conditions.filter((c: { depth: number }) => c.depth === 0)
    expect(top.map((c: { result: string }) => c.result)).toEqual(['true', 'true'])
    expect(data.judgement.conditions.length).toBeGreaterThan(top.length)
    const uses = async () =>
      (await app.as('qy2').get('/ent/company/info/listArchiveUse')).body.data.list.filter(
        (u: { purpose: string }) => u.purpose === '答复咨询时核对企业档案',
      )
    expect(await uses()).toHaveLength(1)
    await app.kernel.db
      .updateTable('company_facts')
      .set({ authorized: false })
      .where('company_id', '=', (q) => q.selectFrom('policy_consult').select('company_id').where('id', '=', id))
      .execute()
    expect((await verdict('front1', id)).data).toEqual({ of: 'withheld', judgement: null })
    expect(await uses()).toHaveLength(1)
  })
})
