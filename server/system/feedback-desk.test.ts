import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const note = {
  name: '表格打不开',
  textarea: '项目申报的表格下载后打不开。',
  othervalue: '个人',
  namevalue: '周小溪',
  phonevalue: '15412345678',
}
const list = (query: object = {}, who = 'front1') => t.as(who).get('/sys/feedback/list', query as never)
const reply = (body: object, who = 'front1') => t.as(who).post('/sys/feedback/reply', body)

describe('留言反馈的处理', () => {
  it('is for the front desk; leaders may read it', async () => {
    for (const who of ['qy1', 'editor1', 'admin1']) expect((await list({}, who)).body.code).toBe('FORBIDDEN')
    expect((await t.as(null).get('/sys/feedback/list', {})).status).toBe(401)
    expect((await reply({ id: 1, reply: '好' }, 'leader1')).body.code).toBe('FORBIDDEN')
    expect((await list({ phonevalue: '154' })).body.fields![0]).toEqual({ path: 'phonevalue', message: '请输入完整的手机号' })
    expect((await reply({ id: 999_999, reply: '好' })).body.code).toBe('NOT_FOUND')
    expect((await reply({ id: 1, reply: ' ' })).body.fields![0]).toEqual({ path: 'reply', message: '请输入答复或处理情况' })
  })

  it('notifies staff at most once an hour, masks the writer, and shows name and phone in clear only with a reason', async () => {
    expect((await t.as('gr1').post('/sys/feedback/save', { ...note, phonevalue: '+86 154-1234-5678' })).body.data).toBe(true)
    expect((await t.as(null).post('/sys/feedback/save', { ...note, name: '另一条', phonevalue: '13800000000' })).body.data).toBe(true)
    const inbox = (await t.as('front1').get('/sys/notice/list', {})).body.data.list.filter((n: any) => n.title === '有新的留言反馈待处理')
    expect(inbox).toHaveLength(1)
    const found = (await list({ phonevalue: '154 1234 5678' })).body.data
    expect(found).toMatchObject({ total: 1, list: [{ title: '表格打不开', known: true, state: 0, stateName: '待处理', reply: null }] })
    expect(JSON.stringify(found)).not.toMatch(/15412345678|周小溪/)
    const { id } = found.list[0]
    const reveal = (field: string, reason: string, who = 'front1') => t.as(who).post('/sys/feedback/reveal', { id, field, reason })
    expect((await reveal('phonevalue', ' ')).body.fields![0]).toEqual({ path: 'reason', message: '请填写查看原因' })
    expect((await reveal('phone_index', '回访')).status).toBe(400)
    expect((await reveal('phonevalue', '电话答复')).body.data).toEqual({ value: '15412345678' })
    expect((await auditTrail(t.kernel, 'feedback.pii.reveal'))[0]).toMatchObject({ object_type: 'feedback', object_id: String(id) })
  })

  it('is answered once; a writer who was logged in gets the answer in the inbox', async () => {
    const [waiting] = (await list({ state: 0, phonevalue: '15412345678' })).body.data.list
    expect((await reply({ id: waiting.id, reply: '请用最新版的表格软件打开，或到窗口领取。' })).body.data).toEqual({ state: 1 })
    expect((await reply({ id: waiting.id, reply: '再答一次' })).body).toMatchObject({ code: 'STATE', msg: '这条留言已有人处理' })
    const mine = (await t.as('gr1').get('/sys/notice/list', {})).body.data.list
    expect(mine[0]).toMatchObject({ title: '您的留言“表格打不开”已答复', body: '请用最新版的表格软件打开，或到窗口领取。' })
    // Waiting messages come first, answered ones below with their answer.
    const all = (await list()).body.data.list
    expect(all.map((row: any) => row.state)).toEqual([0, 1])
    expect(all[1]).toMatchObject({
      reply: '请用最新版的表格软件打开，或到窗口领取。',
      handlerName: expect.stringContaining('方芸') as string,
    })
    expect((await list({ endTime: '2020-01-01' })).body.data.total).toBe(0)
    const other = all[0].id as number
    expect((await reply({ id: other, reply: '已电话答复' })).body.success).toBe(true)
  })
})
