import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '../../contract/imports.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, xlsx } from '../kernel/testing/samples.ts'

let t: TestApp
let templateId = 0
const values = { 日期: '3月12日', 时间: '9时', 地点: '县行政服务中心', 事项: '座谈会', 电话: '0570-12345' }
const nobody = { companyIds: [], tagIds: [], filter: null, policyIds: [], persons: [] }
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date('2026-03-10T02:00:00Z') } })
  templateId = (await t.kernel.db.selectFrom('sms_template').select('id').where('name', '=', '座谈会通知').executeTakeFirstOrThrow()).id
})
const draft = { name: '按表格', templateId, values, audience: nobody, bySheet: true }
const save = async (more: object = {}) => (await t.as('op1').post('/sms/send/save', { ...draft, templateId, ...more })).body
const found = async (id: number) => (await t.as('op1').get('/sms/send/findById', { id })).body.data
const send = async (id: number, rows: (string | number)[][], who = 'op1', dryRun = 'false') => {
  const { payload, headers } = multipart({ name: '收件人.xlsx', content: await xlsx(rows) }, { id: String(id), dryRun })
  return (await t.as(who).send<ImportState>({ method: 'POST', url: '/sms/send/importPersons', payload, headers })).body
}
const bring = async (id: number, rows: (string | number)[][], dryRun = 'false') => {
  let { data } = await send(id, rows, 'op1', dryRun)
  await eventually(async () => {
    data = (await t.as('op1').get('/import/progress', { taskId: data.taskId })).body.data
    expect(data.status).not.toBe(1)
  })
  return data
}
const head = ['手机号', '姓名']

describe('a sheet of recipients', () => {
  it('is refused to others, for a send that does not exist, and for one that is not a draft', async () => {
    const { id, version } = (await save()).data
    const rows = [head, ['13812345601', '林小满']]
    expect((await send(id, rows, 'front1')).code).toBe('FORBIDDEN')
    expect((await send(999_999, rows)).code).toBe('NOT_FOUND')
    expect((await t.as('front1').post('/sms/send/clearPersons', { id, version })).body.code).toBe('FORBIDDEN')
    await t.kernel.db.updateTable('sms_send').set({ state: 4 }).where('id', '=', id).execute()
    expect((await send(id, rows)).code).toBe('STATE')
    expect((await t.as('op1').post('/sms/send/clearPersons', { id, version })).body.code).toBe('STATE')
    expect((await save({ bySheet: false })).fields?.[0]).toEqual({ path: 'audience', message: '请填写收件人或条件' })
  })

  it('tells the wrong rows, writes nothing when it is only checked, and the same file again adds nobody', async () => {
    const { id } = (await save()).data
    const rows = [
      head,
      ['13812345601', '林小满'],
      ['+86 138-1234-5602', ''],
      ['12345', '号码不对'],
      ['', '没有号码'],
      ['13812345601', '又一次'],
    ]
    const checked = await bring(id, rows, 'true')
    expect(checked).toMatchObject({ addedCount: 2, failCount: 3 })
    expect(checked.errors.map(({ row, column }) => [row, column])).toEqual([
      [4, '手机号'],
      [5, '手机号'],
      [6, '手机号'],
    ])
    expect((await found(id)).sheetNum).toBe(0)
    expect(await bring(id, rows)).toMatchObject({ addedCount: 2, failCount: 3 })
    expect(await bring(id, [head, ['13812345601', '林小满'], ['13812345602', '王宁']])).toMatchObject({ sameCount: 1, changedCount: 1 })
    expect((await found(id)).sheetNum).toBe(2)
    // No number stands in the table in clear.
    const stored = await t.kernel.db.selectFrom('sms_person').selectAll().where('send_id', '=', id).execute()
    expect(JSON.stringify(stored)).not.toMatch(/1381234|林小满/)
  })

  it('becomes the recipients of the dry run and the send; another sheet voids the dry run', async () => {
    const { id, version } = (await save()).data
    expect((await t.as('op1').post('/sms/send/dryRun', { id, version })).body.msg).toBe('没有收件人，请先选择收件企业或填写号码')
    await bring(id, [head, ['13812345611', '林小满'], ['13812345612', '']])
    const first = (await t.as('op1').post('/sms/send/dryRun', { id, version })).body.data
    expect(first).toMatchObject({ rows: 2, toSend: 2 })
    await bring(id, [head, ['13812345613', '王宁']])
    expect((await t.as('op1').post('/sms/send/submit', { id, version, hash: first.hash })).body.code).toBe('STATE')
    expect((await found(id)).dryRun).toBeNull()
    const { hash } = (await t.as('op1').post('/sms/send/dryRun', { id, version })).body.data
    expect(hash).not.toBe(first.hash)
    const submitted = (await t.as('op1').post('/sms/send/submit', { id, version, hash })).body.data
    const verdict = { id, version: submitted.version, reviewState: 1, hash }
    expect((await t.as('op2').post('/sms/send/updateReviewState', verdict)).body.success).toBe(true)
    await runRecurring(t.kernel, 'sms.send')
    await eventually(async () => expect(await found(id)).toMatchObject({ state: 2, successNum: 3, skipNum: 0 }))
  })

  it('is kept when the task is changed, and cleared on request', async () => {
    const { id, version } = (await save()).data
    await bring(id, [head, ['13812345621', '林小满']])
    const renamed = (await save({ id, version, name: '改名', bySheet: false })).data
    expect((await found(id)).sheetNum).toBe(1)
    expect((await t.as('op1').post('/sms/send/clearPersons', { id, version })).body.code).toBe('CONFLICT')
    expect((await t.as('op1').post('/sms/send/clearPersons', { id, version: renamed.version })).body.success).toBe(true)
    expect((await found(id)).sheetNum).toBe(0)
    expect((await auditTrail(t.kernel, 'smsSend.clearPersons')).at(-1)!.detail).toEqual({ count: 1 })
  })
})
