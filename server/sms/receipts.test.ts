import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { endSend } from './sending.ts'

const SECRET = 'p7Qe2VnXw9Lr4TzKb6Ym3Hd8Sf5Ga1Jc'
let t: TestApp
let templateId = 0
let sendId = 0
let rows: { id: number; serial: string }[] = []
const now = new Date('2026-03-10T02:00:00Z')
let clock = now
const phones = ['13812340201', '13812340202', '13812340203']
beforeAll(async () => {
  t = await testApp({ clock: { now: () => clock }, env: { SMS_RECEIPT_SECRET: SECRET } })
  const text = { name: '座谈会', purpose: 'notice', content: '定于{日期}召开座谈会。', submit: true }
  const { id, version } = (await t.as('op1').post('/sms/temp/saveOrUpdate', text)).body.data
  await t.as('op2').post('/sms/temp/updateReviewState', { id, version, reviewState: 1 })
  templateId = id
})
/** A send whose three messages were handed to a provider, whose serials are sid-1, sid-2, sid-3. */
beforeEach(async () => {
  const audience = { companyIds: [], tagIds: [], filter: null, policyIds: [], persons: phones.map((phone) => ({ phone, name: '' })) }
  const draft = { name: '座谈会', templateId, values: { 日期: '3月12日' }, audience }
  const { id, version } = (await t.as('op1').post('/sms/send/save', draft)).body.data
  await t.as('op1').post('/sms/send/dryRun', { id, version })
  sendId = id
  await t.kernel.db.updateTable('sms_send').set({ state: 1 }).where('id', '=', id).execute()
  rows = await t.kernel.db.selectFrom('sms_message').select(['id', 'serial']).where('send_id', '=', id).orderBy('id').execute()
})
const handedTo = async (provider: string) => {
  for (const [i, { id }] of rows.entries())
    await t.kernel.db
      .updateTable('sms_message')
      .set({ state: 1, provider, provider_serial: `sid-${i + 1}-${sendId}`, claimed_at: now, submitted_at: now })
      .where('id', '=', id)
      .execute()
}
const push = async (provider: string, body: unknown, secret = SECRET) => {
  const answer = await t.http.inject({
    method: 'POST',
    url: `/sms/receipt/${provider}/${secret}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const states = async () =>
  (await t.kernel.db.selectFrom('sms_message').select(['state', 'reason']).where('send_id', '=', sendId).orderBy('id').execute()).map(
    ({ state, reason }) => (reason === null ? state : `${state} ${reason}`),
  )
const aliyun = (i: number, success: boolean, over: object = {}) => ({
  phone_number: phones[i],
  send_time: '2026-03-10 10:00:00',
  report_time: '2026-03-10 10:00:05',
  success,
  err_code: success ? 'DELIVERED' : 'MOBILE_NOT_ON_SERVICE',
  err_msg: '',
  sms_size: '1',
  biz_id: 'biz',
  out_id: rows[i]!.serial,
  ...over,
})
const tencent = (i: number, report_status: string, over: object = {}) => ({
  user_receive_time: '2026-03-10 10:00:05',
  nationcode: '86',
  mobile: phones[i],
  report_status,
  errmsg: report_status === 'SUCCESS' ? 'DELIVRD' : 'UNDELIV',
  description: '',
  sid: `sid-${i + 1}-${sendId}`,
  ...over,
})

describe('回执', () => {
  it('is refused without the secret, for another provider and in another form, and changes nothing', async () => {
    await handedTo('aliyun')
    for (const [provider, secret] of [
      ['aliyun', `${SECRET}x`],
      ['aliyun', 'x'],
      ['gateway', SECRET],
      ['__proto__', SECRET],
    ] as const)
      expect((await push(provider, [aliyun(0, true)], secret)).status, provider).toBe(404)
    for (const body of [{}, 'x', [{}], [{ ...aliyun(0, true), success: 'true' }], Array.from({ length: 1001 }, () => aliyun(0, true))])
      expect((await push('aliyun', body)).status).toBe(400)
    // A wrong secret is refused before the body is read.
    const junk = await t.http.inject({
      method: 'POST',
      url: '/sms/receipt/aliyun/x',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    expect(junk.statusCode).toBe(404)
    // Another number, an unknown serial, and the same message reported by the other provider.
    const foreign = [aliyun(0, true, { phone_number: '13812340299' }), aliyun(1, true, { out_id: 'none' }), aliyun(2, true, { out_id: '' })]
    expect(await push('aliyun', foreign)).toEqual({ status: 200, body: { code: 0, msg: '接收成功' } })
    expect((await push('tencent', [tencent(0, 'SUCCESS')])).status).toBe(200)
    expect(await states()).toEqual([1, 1, 1])
  })

  it('settles messages once, by our serial, and with the last one the send', async () => {
    await handedTo('aliyun')
    expect((await push('aliyun', [aliyun(0, true), aliyun(0, false), aliyun(1, false)])).body).toEqual({ code: 0, msg: '接收成功' })
    const some = [2, '3 未送达：MOBILE_NOT_ON_SERVICE', 1]
    expect(await states()).toEqual(some)
    // Again and the other way round: a final result stays.
    await push('aliyun', [aliyun(0, false), aliyun(1, true)])
    expect(await states()).toEqual(some)
    await push('aliyun', [aliyun(2, true, { phone_number: `+86${phones[2]}` })])
    expect((await t.as('op1').get('/sms/send/findById', { id: sendId })).body.data).toMatchObject({ state: 3, successNum: 2, failNum: 1 })
  })

  it('reads ours beside receipts of others that it cannot read', async () => {
    await handedTo('aliyun')
    const strange = [{ phone_number: null }, 'x', { ...aliyun(1, true), out_id: 'o'.repeat(300) }]
    expect(await push('aliyun', [...strange, aliyun(0, true)])).toEqual({ status: 200, body: { code: 0, msg: '接收成功' } })
    expect(await states()).toEqual([2, 1, 1])
    expect((await push('aliyun', strange)).status).toBe(400)
    expect((await push('aliyun', [])).status).toBe(200)
  })

  it('settles messages by the serial of the provider, also those whose result was unknown', async () => {
    await handedTo('tencent')
    await t.kernel.db.updateTable('sms_message').set({ state: 4, reason: '服务商没有应答' }).where('id', '=', rows[1]!.id).execute()
    expect((await push('tencent', [tencent(0, 'SUCCESS'), tencent(1, 'SUCCESS'), tencent(2, 'FAIL')])).body).toEqual({
      result: 0,
      errmsg: 'OK',
    })
    expect(await states()).toEqual([2, 2, '3 未送达：UNDELIV'])
    expect((await t.as('op1').get('/sms/send/findById', { id: sendId })).body.data).toMatchObject({
      successNum: 2,
      failNum: 1,
      unknownNum: 0,
    })
  })

  it('what was not delivered is sent once more, with a new serial; what was delivered or is unknown is not', async () => {
    await handedTo('aliyun')
    // The provider has taken all of them, so the send has ended; what became of them is heard later.
    const standing = async () => (await t.as('op1').get('/sms/send/findById', { id: sendId })).body.data
    await endSend(t.kernel, sendId)
    expect(await standing()).toMatchObject({ state: 2, successNum: 3, failNum: 0 })
    expect((await standing()).allowed).not.toContain('retry')
    await push('aliyun', [aliyun(0, true)])
    expect(await standing()).toMatchObject({ state: 2 })
    await push('aliyun', [aliyun(1, false)])
    await t.kernel.db.updateTable('sms_message').set({ state: 4, reason: '服务商没有应答' }).where('id', '=', rows[2]!.id).execute()
    expect(await standing()).toMatchObject({ state: 3, failNum: 1 })
    expect((await standing()).allowed).toContain('retry')
    const { version } = await standing()
    const retry = (who: string, asked: number) => t.as(who).post('/sms/send/retryFailed', { id: sendId, version: asked })
    expect((await retry('dept1', version)).body.code).toBe('FORBIDDEN')
    expect((await retry('op1', version + 1)).body.code).toBe('CONFLICT')
    expect((await retry('op1', version)).body).toMatchObject({ success: true })
    const serials = async () =>
      (await t.kernel.db.selectFrom('sms_message').select('serial').where('send_id', '=', sendId).orderBy('id').execute()).map((m) =>
        m.serial?.endsWith('r'),
      )
    expect(await serials()).toEqual([false, true, false])
    const again = [2, '0 未送达：MOBILE_NOT_ON_SERVICE', '4 服务商没有应答']
    expect(await states(), 'why the first try failed stays until the second has a result').toEqual(again)
    // At night it waits, and the page says until when.
    expect((await standing()).waiting).toEqual({ count: 1, until: null })
    clock = new Date('2026-03-10T14:05:00Z')
    expect((await standing()).waiting).toEqual({ count: 1, until: '2026-03-11T00:00:00.000Z' })
    clock = now
    expect((await retry('op1', (await standing()).version)).body.code).toBe('STATE')
    // A late report about the first try does not end the second one, and the result of the second one counts.
    await push('aliyun', [aliyun(1, true)])
    expect(await states()).toEqual(again)
    await t.kernel.db
      .updateTable('sms_message')
      .set({ state: 1, provider: 'aliyun', claimed_at: now })
      .where('id', '=', rows[1]!.id)
      .execute()
    await push('aliyun', [aliyun(1, true, { out_id: `${rows[1]!.serial}r` }), aliyun(2, true)])
    expect(await states()).toEqual([2, 2, 2])
    expect(await standing()).toMatchObject({ state: 2, successNum: 3, failNum: 0, unknownNum: 0 })
  })

  it('comes before the answer to the handover is written down, and is not overwritten by it', async () => {
    await t.kernel.db.updateTable('sms_message').set({ claimed_at: now }).where('send_id', '=', sendId).execute()
    await push('aliyun', [aliyun(0, true)])
    const { saidOf, writeDown } = await import('./handing.ts')
    await writeDown(t.kernel, [saidOf(rows[0]!.id, 'aliyun', { kind: 'submitted', serial: 'biz' })])
    expect(await states()).toEqual([2, 0, 0])
  })
})

it('without a secret of the platform there is no address for receipts', async () => {
  const other = await testApp()
  const answer = await other.http.inject({ method: 'POST', url: `/sms/receipt/aliyun/${SECRET}`, payload: [] })
  expect(answer.statusCode).toBe(404)
})
