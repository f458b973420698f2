import { beforeAll, expect, it } from 'vitest'
import { users } from '../../contract/identity/users.ts'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { notify } from '../system/index.ts'
import { askCode, newestCode, textsTo } from './testing/codes.ts'

/** Eleven at night in Shanghai. */
const NIGHT = new Date('2026-11-23T15:00:00Z')
const MORNING = '2026-11-24T00:00:00.000Z'
const clock = movableClock(NIGHT)
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const setMobile = (userName: string, mobile: string) =>
  t.database.db
    .updateTable('sys_user')
    .set({ mobile: sealPii(t.kernel, mobile), mobile_index: blindIndex(t.kernel, mobile) })
    .where('user_name', '=', userName)
    .returning('id')
    .executeTakeFirstOrThrow()
const dueAt = async (title: string) => {
  const { id } = await t.database.db.selectFrom('notice').select('id').where('title', '=', title).executeTakeFirstOrThrow()
  const text = await t.database.db.selectFrom('outbox').select('run_after').where('key', '=', `sms:notice:${id}`).executeTakeFirstOrThrow()
  return new Date(text.run_after).toISOString()
}

it('at night a warning about one’s own account is texted at once; every other kind waits for eight in the morning (ADR 1013)', async () => {
  const { id } = await setMobile('dept3', '13800006661')
  expect((await t.as('dept3').post('/sys/notice/saveSetting', { smsKinds: ['nightly'] })).body.fields).toMatchObject([
    { path: 'smsKinds.0' },
  ])
  expect((await t.as('dept3').post('/sys/notice/saveSetting', { smsKinds: ['system', 'security'] })).body.success).toBe(true)
  const row = (await t.as('admin1').get(users.list.path, { name: 'dept3' })).body.data.list[0]
  const { version, userName, officeId, name } = row
  const change = { id, version, userName, officeId, name, accountId: 'zzd-of-night' }
  expect((await t.as('admin1').post(users.save.path, change)).body.success).toBe(true)
  await notify(t.kernel.db, t.kernel, { to: { userId: id }, kind: 'system', title: '周六停机' })

  const warned = '系统管理员更换了您的统一账号'
  expect((await t.as('dept3').get('/sys/notice/list', { kind: 'security' })).body.data.list).toMatchObject([
    { title: warned, kindName: '账号安全' },
  ])
  expect(await dueAt(warned)).toBe(NIGHT.toISOString())
  expect(await dueAt('周六停机')).toBe(MORNING)
  await eventually(async () => expect((await textsTo(t, '13800006661')).map(({ text }) => text)).toEqual([`【企业综合服务平台】${warned}`]))
})

it('the old number of an account hears at night that it was removed', async () => {
  const phone = '13800006662'
  await askCode(t, t.as('gr1'), phone)
  expect((await t.as('gr1').post('/sys/account/bindMobile', { phone, code: await newestCode(t, phone, 1) })).body.success).toBe(true)
  clock.advance(61_000)
  expect((await t.as('gr1').form('/sys/account/sendOldCode')).body.data).toBe(true)
  const oldCode = await newestCode(t, phone, 2)
  const mobile = '138****6662'
  expect((await t.as('gr1').form('/sys/account/unbindMobile', { mobile, oldCode })).body.data).toBe(true)
  await eventually(async () => expect((await textsTo(t, phone)).at(-1)!.text).toContain('已解除绑定本手机号'))
})
