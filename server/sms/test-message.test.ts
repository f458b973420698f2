import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { mobileColumns } from '../identity/index.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let templateId = 0
const values = { 日期: '3月12日', 时间: '9时', 地点: '县行政服务中心', 事项: '座谈会', 电话: '0570-12345' }
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date('2026-03-10T15:00:00Z') } })
  templateId = (await t.kernel.db.selectFrom('sms_template').select('id').where('name', '=', '座谈会通知').executeTakeFirstOrThrow()).id
})
const test = (body: object, who = 'op1') => t.as(who).post('/sms/temp/test', body)
const lines = async () =>
  (await readFile(join(t.kernel.config.DATA_DIR, 'sms.jsonl'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { key: string; phone: string; text: string })

describe('发一条给自己', () => {
  it('is refused without the right, without a bound number, and with wrong values', async () => {
    expect((await test({ id: templateId, values }, 'security1')).body.code).toBe('FORBIDDEN')
    expect((await test({ id: templateId, values })).body.msg).toBe('您的账号还没有绑定手机号，请先在“账号设置”绑定再试发')
    await t.kernel.db.updateTable('sys_user').set(mobileColumns(t.kernel, '13812345680')).where('user_name', '=', 'op1').execute()
    expect((await test({ id: templateId, values: { ...values, 事项: '' } })).body.fields?.[0]).toEqual({
      path: 'values',
      message: '请填写“事项”',
    })
    expect((await test({ id: templateId, values: { ...values, 事项: 'www.example.com' } })).body.fields?.[0]?.path).toBe('values')
    expect((await test({ id: 999_999, values })).body.code).toBe('NOT_FOUND')
    // The number is never taken from the call.
    expect((await test({ id: templateId, values, phone: '13812345699' })).status).toBe(400)
    expect(await lines()).toEqual([])
  })

  it('goes to the own number, marked, also at night; from a template and from a send, ten a day', async () => {
    const { data } = (await test({ id: templateId, values })).body
    expect(data).toMatchObject({ phone: '138****5680', state: 2, reason: null })
    expect(data.text).toMatch(/^【.+】（试发）贵单位：定于3月12日9时在县行政服务中心召开座谈会/)
    const audience = { companyIds: [], tagIds: [], filter: null, policyIds: [], persons: [{ phone: '13812345601', name: '' }] }
    const draft = { name: '座谈会', templateId, values, audience }
    const { id } = (await t.as('op1').post('/sms/send/save', draft)).body.data
    expect((await t.as('front1').post('/sms/send/test', { id })).body.code).toBe('FORBIDDEN')
    expect((await t.as('op1').post('/sms/send/test', { id })).body.data.text).toBe(data.text)
    const sent = await lines()
    expect(sent.map(({ phone }) => phone)).toEqual(['13812345680', '13812345680'])
    expect(sent.every(({ key }) => key.startsWith('test-'))).toBe(true)
    expect((await auditTrail(t.kernel, 'smsTemplate.test'))[0]!.detail).toMatchObject({ name: '座谈会通知', values, result: '已送达' })
    expect(await auditTrail(t.kernel, 'smsSend.test')).toHaveLength(1)
    for (let n = 2; n < 10; n++) expect((await test({ id: templateId, values })).body.success).toBe(true)
    expect((await test({ id: templateId, values })).body.msg).toBe('您的号码今天收到的短信已达上限，请明天再试')
    expect(await lines()).toHaveLength(10)
  })
})
