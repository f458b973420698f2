import { beforeAll, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { sealPii } from '../kernel/access/pii.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { indexMobiles } from '../identity/mobile.ts'
import { askCode, newestCode, textsTo } from './testing/codes.ts'

let t: TestApp
const clock = movableClock(new Date('2026-11-23T02:00:00Z'))
beforeAll(async () => {
  t = await testApp({ clock })
})
const bind = (userName: string, body: object) => t.as(userName).post('/sys/account/bindMobile', body)
const minute = () => clock.advance(61_000)
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

it('a code needs a log-in, a valid number and a solved captcha', async () => {
  expect((await askCode(t, t.as(null), '13900000001')).body.msg).toBe('请登录后再获取验证码')
  const fault = async (phone: string) => (await askCode(t, t.as('gr1'), phone)).body.fields?.[0]
  expect(await fault('')).toEqual({ path: 'phone', message: '手机号不能为空' })
  expect(await fault('2390000')).toEqual({ path: 'phone', message: '手机号格式错误' })
  expect((await askCode(t, t.as('gr1'), '13900000001', { letters: '' })).body.fields).toMatchObject([{ path: 'verifiCode' }])
  expect((await askCode(t, t.as('gr1'), '13900000001', { letters: 'nope' })).body.code).toBe('CAPTCHA')
  const other = await t.as('gr1').form('/sms/sendVerificationCode', { phone: '13900000001', purpose: 'payOut', verifiCode: 't3st' })
  expect(other.body.fields).toMatchObject([{ path: 'purpose', message: '没有这种用途的验证码' }])
  expect(await textsTo(t, '13900000001')).toEqual([])
})

it('a number gets one message a minute, five an hour and ten a day, in any notation; the refusal names the waiting time', async () => {
  const asks = ['13900000002', '+86 139 0000 0002', '１３９０００００００２', '0086-139-0000-0002']
  expect((await askCode(t, t.as('gr1'), asks[0]!)).body.data).toBe(true)
  for (const again of asks) {
    const { status, body, headers } = await askCode(t, t.as('gr1'), again)
    expect([status, body.msg]).toEqual([429, '验证码获取过于频繁，请 60 秒后再试'])
    expect(headers['retry-after']).toBe('60')
  }
  for (let n = 1; n < 5; n++) {
    minute()
    expect((await askCode(t, t.as('qy1'), asks[n % 4]!)).body.data).toBe(true)
  }
  minute()
  expect((await askCode(t, t.as('qy1'), asks[0]!)).body.msg).toMatch(/^验证码获取过于频繁，请 3\d{3} 秒后再试$/)
  await eventually(async () => expect(await textsTo(t, '13900000002')).toHaveLength(5))
})

it('an account can request ten codes a day, an address twenty an hour', async () => {
  clock.advance(86_400_000)
  for (let n = 0; n < 10; n++) expect((await askCode(t, t.as('gr1'), `1391111000${n}`, { remoteAddress: '10.9.0.2' })).body.data).toBe(true)
  expect((await askCode(t, t.as('gr1'), '13911110010', { remoteAddress: '10.9.0.2' })).status).toBe(429)
  for (let n = 0; n < 10; n++) expect((await askCode(t, t.as('qy1'), `1392222000${n}`, { remoteAddress: '10.9.0.2' })).body.data).toBe(true)
  const refusal = await askCode(t, t.as('front1'), '13933330000', { remoteAddress: '10.9.0.2' })
  expect(refusal.status).toBe(429)
  // A caller who is refused by their own limit does not use up the minute of the number.
  expect((await askCode(t, t.as('front1'), '13933330000', { remoteAddress: '10.9.0.3' })).body.data).toBe(true)
})

it('V044: a code works only for its number and session, for five minutes, five tries and one use', async () => {
  clock.advance(86_400_000)
  const phone = '13955550001'
  await askCode(t, t.as('qy1'), phone)
  const code = await newestCode(t, phone, 1)
  const refusedWith = async (userName: string, body: object) => (await bind(userName, body)).body.fields?.[0]
  // Of another session or for another number: nothing was sent there for this caller.
  const notSent = { path: 'code', message: '请先获取这个手机号的验证码' }
  expect(await refusedWith('gr1', { phone, code })).toEqual(notSent)
  expect(await refusedWith('qy1', { phone: '13955550002', code })).toEqual(notSent)
  expect(await refusedWith('qy1', { phone, code: '12a456' })).toMatchObject({ path: 'code', message: '请输入正确的验证码' })
  for (let n = 0; n < 5; n++)
    expect(await refusedWith('qy1', { phone, code: wrong(code) })).toEqual({ path: 'code', message: '请输入正确的验证码' })
  expect(await refusedWith('qy1', { phone, code })).toEqual({ path: 'code', message: '验证码已失效，请重新获取' })
  minute()
  await askCode(t, t.as('qy1'), phone)
  const late = await newestCode(t, phone, 2)
  clock.advance(300_000)
  expect(await refusedWith('qy1', { phone, code: late })).toEqual({ path: 'code', message: '验证码已失效，请重新获取' })
  await runRecurring(t.kernel, 'sms.forget')
  expect(await t.database.db.selectFrom('sms_code').selectAll().execute()).toEqual([])
})

it('the database contains no code and no number in clear', async () => {
  const phone = '13955550003'
  await askCode(t, t.as('front1'), phone)
  const code = await newestCode(t, phone, 1)
  const rows = async () => [
    await t.database.db.selectFrom('sms_code').selectAll().execute(),
    await t.database.db.selectFrom('outbox').selectAll().where('kind', '=', 'sms.code').execute(),
  ]
  expect(JSON.stringify(await rows())).not.toContain(phone)
  const texts = JSON.stringify((await rows()).flat().map(({ key: _, ...row }) => row))
  expect(texts).not.toContain(code)
  await eventually(async () =>
    expect((await rows())[1]!.flatMap((row) => Object.keys((row as { payload: object }).payload)).sort()).toEqual(
      (await rows())[1]!.flatMap(() => ['purpose', 'userId']).sort(),
    ),
  )
})

it('qy1 binds a number, which no account of the same type can bind; a change needs a code from the old number', async () => {
  clock.advance(86_400_000)
  const [first, second] = ['13966660001', '13966660002']
  const shown = async () => (await t.as('qy1').get('/sys/account/mobile')).body.data
  expect(await shown()).toEqual({ mobile: '', smsAvailable: true })
  expect((await t.as('qy1').form('/sys/account/sendOldCode')).body.msg).toBe('您的账号还没有绑定手机号')
  await askCode(t, t.as('qy1'), first)
  expect((await bind('qy1', { phone: ` +86 ${first}`, code: await newestCode(t, first, 1) })).body.data).toEqual({ mobile: '139****0001' })
  expect(await shown()).toMatchObject({ mobile: '139****0001' })
  expect((await t.as('qy1').get('/sys/activeUser/info')).body.data.user.mobile).toBe('139****0001')

  minute()
  await askCode(t, t.as('qy2'), first)
  expect((await bind('qy2', { phone: first, code: await newestCode(t, first, 2) })).body.fields).toEqual([
    { path: 'phone', message: '该手机号已绑定其他账号' },
  ])
  // A member of staff may have the same number as a company account.
  minute()
  await askCode(t, t.as('front1'), first)
  expect((await bind('front1', { phone: first, code: await newestCode(t, first, 3) })).body.success).toBe(true)

  await askCode(t, t.as('qy1'), second)
  const code = await newestCode(t, second, 1)
  expect((await bind('qy1', { phone: second, code })).body.fields).toMatchObject([{ path: 'oldCode' }])
  expect((await bind('qy1', { phone: second, code, oldCode: '000000' })).body.fields).toMatchObject([{ path: 'oldCode' }])
  minute()
  await askCode(t, t.as('qy1'), second)
  expect((await t.as('qy1').form('/sys/account/sendOldCode')).body.data).toBe(true)
  const oldCode = await newestCode(t, first, 4)
  expect((await bind('qy1', { phone: second, code: await newestCode(t, second, 2), oldCode })).body.data).toEqual({ mobile: '139****0002' })
  await eventually(async () => expect((await textsTo(t, first)).at(-1)!.text).toContain('绑定的手机号已更换'))
  const audited = await t.database.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'user.mobile')
    .orderBy('id', 'desc')
    .execute()
  expect(audited[0]!.detail).toMatchObject({ before: '139****0001', after: '139****0002' })
})

it('admin1 removes a lost number, and cannot give a number that a colleague has', async () => {
  const [row] = (await t.as('admin1').get('/sys/user/list', { name: 'dept1' })).body.data.list
  const { id, version, userName, name, officeId } = row
  const save = (mobile: string, at: number) =>
    t.as('admin1').post('/sys/user/saveOrUpdate', { id, version: at, userName, name, officeId, mobile })
  expect((await save('13966660001', version)).body.fields).toEqual([{ path: 'mobile', message: '该手机号已属于其他用户' }])
  expect((await save('13977770001', version)).body.success).toBe(true)
  expect((await t.as('dept1').get('/sys/account/mobile')).body.data.mobile).toBe('139****0001')
  expect((await save('', version + 1)).body.success).toBe(true)
  expect((await t.as('dept1').get('/sys/account/mobile')).body.data.mobile).toBe('')
})

it('numbers without a search index get one at the next start; of two equal numbers the older account keeps it', async () => {
  const db = t.database.db
  const ids = (await db.selectFrom('sys_user').select('id').where('user_name', 'in', ['dept2', 'dept3']).orderBy('id').execute()).map(
    (u) => u.id,
  )
  await db
    .updateTable('sys_user')
    .set({ mobile: sealPii(t.kernel, '13988880001'), mobile_index: null })
    .where('id', 'in', ids)
    .execute()
  await indexMobiles(t.kernel)
  await indexMobiles(t.kernel)
  const rows = await db.selectFrom('sys_user').select('mobile_index').where('id', 'in', ids).orderBy('id').execute()
  expect(rows.map((row) => row.mobile_index !== null)).toEqual([true, false])
})

it('who removes the own number proves it with a code from it, is told in the inbox and at the number, gets no more text messages, and binds another one', async () => {
  clock.advance(86_400_000)
  const [bound, next] = ['13966660011', '13966660012']
  const unbind = async (mobile: string, oldCode = '000000') =>
    (await t.as('gr1').form('/sys/account/unbindMobile', { mobile, oldCode })).body
  expect((await t.as(null).form('/sys/account/unbindMobile', { mobile: '139****0011', oldCode: '000000' })).status).toBe(401)
  expect(await unbind('139****0011')).toMatchObject({ code: 'STATE', msg: '您的账号还没有绑定手机号' })
  await askCode(t, t.as('gr1'), bound)
  expect((await bind('gr1', { phone: bound, code: await newestCode(t, bound, 1) })).body.success).toBe(true)
  expect((await t.as('gr1').post('/sys/notice/saveSetting', { smsKinds: ['system'] })).body.success).toBe(true)
  // The page shows a number that was changed elsewhere in the meantime.
  expect((await unbind('139****0099')).code).toBe('CONFLICT')
  // Unbinding and then binding must not change the number without the old one.
  minute()
  expect((await t.as('gr1').form('/sys/account/sendOldCode')).body.data).toBe(true)
  const oldCode = await newestCode(t, bound, 2)
  expect((await t.as('gr1').form('/sys/account/unbindMobile', { mobile: '139****0011' })).body.fields).toMatchObject([{ path: 'oldCode' }])
  expect((await unbind('139****0011', oldCode === '000000' ? '000001' : '000000')).fields).toEqual([
    { path: 'oldCode', message: '请输入正确的验证码' },
  ])
  expect((await t.as('gr1').get('/sys/account/mobile')).body.data.mobile).toBe('139****0011')

  expect((await unbind('139****0011', oldCode)).data).toBe(true)
  expect((await t.as('gr1').get('/sys/account/mobile')).body.data.mobile).toBe('')
  expect((await t.as('gr1').get('/sys/activeUser/info')).body.data.user.mobile).toBe('')
  expect((await t.as('gr1').get('/sys/notice/setting')).body.data).toMatchObject({ smsKinds: [], mobile: null })
  await eventually(async () => expect((await textsTo(t, bound)).at(-1)!.text).toContain('已解除绑定本手机号'))
  const told = (await t.as('gr1').get('/sys/notice/list')).body.data.list as { title: string }[]
  expect(told.map(({ title }) => title)).toContain('您的账号已解除绑定手机号 139****0011')
  const [entry] = await t.database.db.selectFrom('audit_log').select('detail').where('action', '=', 'user.unbindMobile').execute()
  expect(entry!.detail).toMatchObject({ before: '139****0011', after: '' })
  expect((await unbind('139****0011')).code).toBe('STATE')
  await askCode(t, t.as('gr1'), next)
  expect((await bind('gr1', { phone: next, code: await newestCode(t, next, 1) })).body.data).toEqual({ mobile: '139****0012' })
})
