import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

/** A gateway cannot be asked about a message, so one without an answer is handed over again with the same key. */
let gateway: Server
const keys: string[] = []
let t: TestApp
let templateId = 0
const morning = new Date('2026-03-10T02:00:00Z')
let now = morning
beforeAll(async () => {
  gateway = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    request.resume()
    response.end()
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  t = await testApp({ clock: { now: () => now }, env: { SMS_GATEWAY: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/` } })
  const text = { name: '座谈会', purpose: 'notice', content: '定于{日期}召开座谈会。', submit: true }
  const { id, version } = (await t.as('op1').post('/sms/temp/saveOrUpdate', text)).body.data
  await t.as('op2').post('/sms/temp/updateReviewState', { id, version, reviewState: 1 })
  templateId = id
})
afterAll(() => gateway.close())
beforeEach(() => {
  now = morning
  keys.length = 0
})

/** A running send whose process claimed every message a minute ago and then died. */
async function diedWith(phones: readonly string[]) {
  const audience = { companyIds: [], tagIds: [], filter: null, policyIds: [], persons: phones.map((phone) => ({ phone, name: '' })) }
  const draft = { name: '座谈会', templateId, values: { 日期: '3月12日' }, planTime: '2026-03-20 09:00:00', audience }
  const { id, version } = (await t.as('op1').post('/sms/send/save', draft)).body.data
  const { hash } = (await t.as('op1').post('/sms/send/dryRun', { id, version })).body.data
  const submitted = (await t.as('op1').post('/sms/send/submit', { id, version, hash })).body.data
  const verdict = { id, version: submitted.version, reviewState: 1, hash }
  expect((await t.as('op2').post('/sms/send/updateReviewState', verdict)).body.success).toBe(true)
  await t.kernel.db.updateTable('sms_send').set({ state: 1 }).where('id', '=', id).execute()
  await t.kernel.db
    .updateTable('sms_message')
    .set({ claimed_at: new Date(now.getTime() - 60_000) })
    .where('send_id', '=', id)
    .execute()
  return id as number
}
const messages = async (id: number) =>
  (await t.kernel.db.selectFrom('sms_message').select(['state', 'reason', 'serial']).where('send_id', '=', id).orderBy('id').execute()).map(
    ({ state, reason, serial }) => ({ state, reason, sent: keys.filter((key) => key === serial).length }),
  )
const settle = () => runRecurring(t.kernel, 'sms.send')

describe('a message of a died process', () => {
  it('is not handed over again to who opted out in between; the others get theirs', async () => {
    const id = await diedWith(['13812340101', '13812340102'])
    await t.as('op1').post('/sms/optOut/save', { phone: '13812340101', noticeFlag: 0, promotionFlag: 0 })
    await settle()
    const expected = [
      { state: 4, reason: '发送中断，结果不明；没有再发：已退订', sent: 0 },
      { state: 1, reason: null, sent: 1 },
    ]
    expect(await messages(id)).toEqual(expected)
    await settle()
    expect(await messages(id)).toEqual(expected)
    expect((await t.as('op1').get('/sms/send/findById', { id })).body.data).toMatchObject({ state: 3, successNum: 1, unknownNum: 1 })
  })

  it('is not handed over again after the send was aborted', async () => {
    const id = await diedWith(['13812340103'])
    const { version } = (await t.as('op1').get('/sms/send/findById', { id })).body.data
    await t.as('op1').post('/sms/send/abort', { id, version, reason: '会议取消' })
    await settle()
    expect(await messages(id)).toEqual([{ state: 4, reason: '发送中断，结果不明；没有再发：任务已中止', sent: 0 }])
  })

  it('waits for the morning when it is found at night', async () => {
    now = new Date('2026-03-10T14:00:00Z')
    const id = await diedWith(['13812340104'])
    await settle()
    expect(await messages(id)).toEqual([{ state: 4, reason: '发送中断，结果不明；没有再发：夜间不发', sent: 0 }])
    now = new Date('2026-03-11T01:00:00Z')
    await settle()
    expect(await messages(id)).toEqual([{ state: 1, reason: null, sent: 1 }])
  })
})
