import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { notify, sendText } from '../system/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date('2026-03-10T02:00:00Z') } })
})
const sentTo = async (phone: string) =>
  (await readFile(join(t.kernel.config.DATA_DIR, 'sms.jsonl'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line.includes(phone))
    .map((line) => (JSON.parse(line) as { text: string }).text)
const outcome = (key: string) =>
  t.database.db.selectFrom('outbox').select(['state', 'last_error']).where('key', '=', key).executeTakeFirst()

it('a number that has opted out gets no single message either, except what warns of a stolen account (ADR 0460)', async () => {
  const phone = '13812340301'
  const missed = (key: string) =>
    sendText(t.kernel.db, t.kernel, { to: { phone }, template: 'missedCall', values: { time: '9:20', due: '12:00' }, key })
  await missed('before')
  await eventually(async () => expect(await sentTo(phone)).toHaveLength(1))
  expect((await t.as('op1').post('/sms/optOut/save', { phone, noticeFlag: 0, promotionFlag: 0 })).body.success).toBe(true)
  await missed('after')
  await eventually(async () => expect(await outcome('sms:after')).toMatchObject({ state: 'done', last_error: '没有发：本人已退订短信' }))
  const values = { userName: 'gr1', servicePhone: '12345' }
  await sendText(t.kernel.db, t.kernel, { to: { phone }, template: 'mobileChanged', values, key: 'warned' })
  await eventually(async () => expect(await sentTo(phone)).toHaveLength(2))
  expect((await sentTo(phone))[1]).toContain('绑定的手机号已更换')
})

it('a notice that its recipient wants as a text message asks the opt-out of the number too', async () => {
  const mobile = '13812340302'
  const { id } = await t.database.db
    .updateTable('sys_user')
    .set({ mobile: sealPii(t.kernel, mobile), mobile_index: blindIndex(t.kernel, mobile) })
    .where('user_name', '=', 'op1')
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.as('op1').post('/sys/notice/saveSetting', { smsKinds: ['system'] })
  await t.as('op1').post('/sms/optOut/saveMine', { noticeFlag: 0, promotionFlag: 0 })
  await notify(t.kernel.db, t.kernel, { to: { userId: id }, kind: 'system', title: '退订之后', key: 'wish' })
  await eventually(async () => {
    const rows = await t.database.db
      .selectFrom('outbox')
      .select('last_error')
      .where('kind', '=', 'sms')
      .where('key', 'like', 'sms:notice:%')
      .orderBy('id', 'desc')
      .execute()
    expect(rows[0]).toEqual({ last_error: '没有发：本人已退订短信' })
  })
})

// ADR 1029.
it.each(['self', 'reply'])('what a person chose (%s) staff may only make stricter, and stays theirs', async (source) => {
  const phone = source === 'self' ? '13812340311' : '13812340312'
  const { db } = t.database
  const choose = async (noticeFlag: number, promotionFlag: number) =>
    (await t.as('op1').post('/sms/optOut/save', { phone, noticeFlag, promotionFlag })).body
  expect((await choose(1, 0)).success).toBe(true)
  const own = (set: object) => db.updateTable('sms_choice').set(set).where('phone_index', '=', blindIndex(t.kernel, phone)).execute()
  await own({ source, notice: false, promotion: false })
  const message = '该号码由本人退订，只能由本人恢复'
  expect((await choose(1, 1)).fields).toEqual([{ path: 'noticeFlag', message }])
  expect((await choose(1, 0)).fields).toEqual([{ path: 'noticeFlag', message }])
  await own({ notice: true })
  expect((await choose(1, 1)).fields).toEqual([{ path: 'promotionFlag', message }])
  expect((await choose(0, 0)).success).toBe(true)
  expect((await choose(1, 0)).fields).toEqual([{ path: 'noticeFlag', message }])
})
