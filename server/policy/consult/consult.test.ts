import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { messages } from '../../../contract/messages.ts'
import { movableClock } from '../../kernel/clock.ts'
import { readSheet } from '../../kernel/sheet/read.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let app: TestApp
let policyId: number
beforeAll(async () => {
  app = await testApp({ clock: movableClock(new Date()) })
  policyId = (await app.as(null).get('/policy/doc/policyDetail', { code: 'hnte' })).body.data.id
})
const ask = (who: string | null, content: string, id: number | string = policyId) =>
  app.as(who).form('/pol/my/getPolConsult', { consultContent: content, polInfoId: String(id) })
const rows = () => app.kernel.db.selectFrom('policy_consult').selectAll().orderBy('id').execute()

describe('asking about a policy is refused', () => {
  it('without a token', async () => {
    expect((await ask(null, '如何申报？')).status).toBe(401)
  })
  it.each([
    ['empty', ''],
    ['three spaces', '   '],
    ['a line break only', '\n'],
  ])('V004: when the question is %s, with M035', async (_what, content) => {
    const { status, body } = await ask('gr1', content)
    expect(status).toBe(400)
    expect(body.fields).toEqual([{ path: 'consultContent', message: messages.consultContentRequired }])
    expect(messages.consultContentRequired).toBe('请输入咨询内容')
  })
  it('beyond 500 characters', async () => {
    expect((await ask('gr1', '问'.repeat(501))).status).toBe(400)
  })
  it('about a policy that does not exist or is not public', async () => {
    expect((await ask('gr1', '如何申报？', 999_999)).body.code).toBe('NOT_FOUND')
    const { id } = await app.kernel.db
      .updateTable('policy')
      .set({ state: 3 })
      .where('code', '=', 'huaibei-green')
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await ask('gr1', '如何申报？', id)).body.code).toBe('NOT_FOUND')
  })
  it('with a field that the dialog does not have', async () => {
    expect(
      (
        await app
          .as('gr1')
          .form('/pol/my/getPolConsult', { consultContent: '如何申报？', polInfoId: String(policyId), replyContent: '自答' })
      ).status,
    ).toBe(400)
  })
  it('and leaves no row', async () => {
    expect(await rows()).toEqual([])
  })
})

describe('a question and its answer', () => {
  let id: number
  it('is stored once, also when it is sent again', async () => {
    for (const _time of [1, 2]) expect((await ask('qy1', ' 研发费用占比按哪一年算？ ')).body).toEqual({ success: true, data: true })
    const kept = await rows()
    expect(kept).toHaveLength(1)
    expect(kept[0]).toMatchObject({ content: '研发费用占比按哪一年算？', state: 0, reply: null })
    id = kept[0]!.id
    expect(await auditTrail(app.kernel, 'consult.ask')).toHaveLength(1)
  })
  it('is read by its author and by staff with the right, and by nobody else', async () => {
    const mine = (await app.as('qy1').get('/pol/consult/listMy')).body.data
    expect(mine).toMatchObject({
      total: 1,
      list: [{ id, polInfoId: policyId, policyTitle: '高新技术企业认定', replyState: 0, replyStateName: '待回复' }],
    })
    expect((await app.as('qy2').get('/pol/consult/listMy')).body.data.total).toBe(0)
    expect((await app.as('qy2').get('/pol/consult/findById', { id })).body.code).toBe('NOT_FOUND')
    expect((await app.as('leader1').get('/pol/consult/findById', { id })).body.code).toBe('NOT_FOUND')
    expect((await app.as('front1').get('/pol/consult/findById', { id })).body.data.id).toBe(id)
    expect((await app.as(null).get('/pol/consult/list')).status).toBe(401)
    expect((await app.as('qy1').get('/pol/consult/list')).body.code).toBe('FORBIDDEN')
  })
  it('is found by its words and state in the workbench; an unknown sort is refused', async () => {
    expect(
      (await app.as('front1').get('/pol/consult/list', { keyword: '研发费用', replyState: 0, polInfoId: policyId })).body.data.total,
    ).toBe(1)
    expect((await app.as('front1').get('/pol/consult/list', { keyword: '%' })).body.data.total).toBe(0)
    expect((await app.as('front1').get('/pol/consult/list', { replyState: 1 })).body.data.total).toBe(0)
    expect((await app.as('front1').get('/pol/consult/list', { sort: 'content' })).status).toBe(400)
    expect((await app.as('front1').get('/pol/consult/list', { pageSize: 9001 })).status).toBe(400)
  })
  it('is not answered without the right, without text, or when it does not exist', async () => {
    const reply = (who: string | null, replyContent: string, to = id) => app.as(who).post('/pol/consult/reply', { id: to, replyContent })
    expect((await reply(null, '近三年')).status).toBe(401)
    expect((await reply('qy1', '近三年')).body.code).toBe('FORBIDDEN')
    expect((await reply('dept1', '近三年')).body.code).toBe('FORBIDDEN')
    expect((await reply('front1', '  ')).status).toBe(400)
    expect((await reply('front1', '近三年', 999_999)).body.code).toBe('NOT_FOUND')
  })
  it('S242: is answered once', async () => {
    const waits = async () =>
      (await app.as('editor1').get('/sys/notice/list', { kind: 'work' })).body.data.list
        .filter((n: { link: string }) => n.link.endsWith(`&id=${id}`))
        .map((n: { read: boolean }) => n.read)
    expect(await waits()).toEqual([false])
    expect((await app.as('front1').post('/pol/consult/reply', { id, replyContent: '按近三个会计年度合计。' })).body.success).toBe(true)
    expect((await app.as('editor1').post('/pol/consult/reply', { id, replyContent: '近三年合计。' })).body).toMatchObject({
      code: 'STATE',
      msg: '该咨询已由他人回复，请刷新后查看',
    })
    expect(await waits()).toEqual([true])
    expect(await auditTrail(app.kernel, 'consult.reply')).toHaveLength(1)
    const mine = (await app.as('qy1').get('/pol/consult/listMy', { replyState: 1 })).body.data
    expect(mine.list[0]).toMatchObject({
      replyState: 1,
      replyStateName: '已回复',
      replyContent: expect.stringContaining('近三'),
      replyUserName: expect.any(String),
    })
  })
  it('may be asked again once answered', async () => {
    expect((await ask('qy1', '研发费用占比按哪一年算？')).body.data).toBe(true)
    expect(await rows()).toHaveLength(2)
  })
})

describe('figures, sheet and removal', () => {
  const figures = async (who: string | null, query = {}) => (await app.as(who).get('/pol/consult/statistics', query)).body
  it('are for staff who read or answer consultations', async () => {
    expect((await app.as(null).get('/pol/consult/statistics', {})).status).toBe(401)
    for (const path of ['statistics', 'export']) expect((await app.as('qy1').get(`/pol/consult/${path}`, {})).body.code).toBe('FORBIDDEN')
    const [first] = await rows()
    expect((await app.as('qy1').form('/pol/consult/delete', { id: String(first!.id) })).body.code).toBe('FORBIDDEN')
    expect((await app.as('dept1').form('/pol/consult/delete', { id: String(first!.id) })).body.code).toBe('FORBIDDEN')
    expect((await app.as('front1').form('/pol/consult/delete', { id: '999999' })).body.code).toBe('NOT_FOUND')
    expect((await figures('front1', { startTime: '2026-05-02', endTime: '2026-05-01' })).code).toBe('INVALID')
  })
  it('count by month, including months without questions, and name the policies asked about', async () => {
    const { data } = await figures('front1')
    expect(data).toMatchObject({ total: 2, answered: 1, waiting: 1, averageHours: expect.any(Number) })
    expect(data.names).toHaveLength(12)
    expect(data.series.map((s: { name: string; values: number[] }) => [s.name, s.values.at(-1)])).toEqual([
      ['咨询', 2],
      ['已回复', 1],
    ])
    expect(data.policies).toEqual([{ polInfoId: policyId, policyTitle: expect.any(String), count: 2, waiting: 1 }])
    expect((await figures('front1', { startTime: '2020-01-01', endTime: '2020-02-29' })).data).toMatchObject({
      total: 0,
      averageHours: null,
      names: ['2020-01', '2020-02'],
      policies: [],
    })
  })
  it('the exported sheet holds the filtered rows, writes formulas as text, and is recorded in the audit log', async () => {
    await ask('gr1', '=1+1 是多少？')
    const answer = await app.as('front1').send({ method: 'GET', url: '/pol/consult/export?replyState=0' })
    const file = join(mkdtempSync(join(tmpdir(), 'consult-')), 'a.xlsx')
    writeFileSync(file, answer.raw)
    const sheet = (await readSheet(file)).map((row) => row.cells)
    expect(sheet[0]).toContain('咨询内容')
    expect(sheet).toHaveLength(3)
    expect(JSON.stringify(sheet)).toContain('=1+1 是多少？')
    expect(await auditTrail(app.kernel, 'consult.export')).toHaveLength(1)
  })
  it('a deleted question is gone for everybody, and the deletion is recorded in the audit log', async () => {
    const before = await rows()
    const last = before.at(-1)!
    expect((await app.as('front1').form('/pol/consult/delete', { id: String(last.id) })).body.data).toBe(true)
    expect(await rows()).toHaveLength(before.length - 1)
    expect((await app.as('gr1').get('/pol/consult/findById', { id: last.id })).body.code).toBe('NOT_FOUND')
    expect(await auditTrail(app.kernel, 'consult.delete')).toHaveLength(1)
  })
})
