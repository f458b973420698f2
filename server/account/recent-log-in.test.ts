import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '../../contract/account.ts'
import { accountData, type MyData } from '../../contract/account-data.ts'
import { DEMO_PASSWORD } from '../../seed/identity.ts'
import { seal } from '../../web/identity/envelope.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { movableClock } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { confirmPassword, getChallenge, logIn, personWith, type Person } from '../kernel/testing/people.ts'
import { askCode, newestCode } from './testing/codes.ts'

let t: TestApp
const clock = movableClock('2026-11-29T02:00:00Z')
beforeAll(async () => {
  t = await testApp({ clock })
})
// The counters of wrong passwords and of codes end with the day.
beforeEach(() => clock.advance(86_400_000))

/** A page that was left open this many minutes after its log-in. */
async function openPage(who: string, minutes = 10): Promise<Person> {
  const { body } = await logIn(t.http, who, DEMO_PASSWORD, t.kernel.config.DEMO_CAPTCHA!)
  clock.advance(minutes * 60_000)
  return personWith(t.http, () => Promise.resolve(body.data))
}
const STALE = { success: false, code: 'PASSWORD_STALE', msg: '请先输入登录密码，再进行这项操作' }
const copyOf = async (me: Person) => (await me.get<MyData>(accountData.find.path)).body.data.copy
const withoutPassword = (who: string) =>
  t.kernel.db.updateTable('sys_user').set({ password_hash: null }).where('user_name', '=', who).execute()

describe('whoever finds an open page ten minutes after the log-in cannot, without the password,', () => {
  it('close the account: nothing is recorded before', async () => {
    const me = await openPage('gr1')
    const close = async () => (await me.form(accountData.close.path, { word: '注销' })).body
    expect(await close()).toMatchObject(STALE)
    expect(await t.kernel.db.selectFrom('account_closing').selectAll().execute()).toEqual([])
    expect((await confirmPassword(t.http, me, DEMO_PASSWORD)).body.data).toBe(true)
    expect((await close()).success).toBe(true)
    // The way back needs none.
    clock.advance(11 * 60_000)
    expect((await me.post(accountData.keepOpen.path, {})).body.success).toBe(true)
  })

  it('copy the data, nor carry away a copy that was made before', async () => {
    const me = await openPage('gr1')
    expect((await me.post(accountData.copy.path, {})).body).toMatchObject(STALE)
    expect(await copyOf(me)).toBeNull()
    await confirmPassword(t.http, me, DEMO_PASSWORD)
    expect((await me.post(accountData.copy.path, {})).body.success).toBe(true)
    const filePath = await eventually(async () => {
      const copy = await copyOf(me)
      expect(copy?.state).toBe('done')
      return copy!.filePath!
    }, 30_000)
    const files = ['/files/link', '/files/download'] as const
    for (const path of files) expect((await me.get(path, { filePath })).status, path).toBe(200)
    const { url } = (await me.get<{ url: string }>('/files/link', { filePath })).body.data
    clock.advance(11 * 60_000)
    for (const path of files) expect((await me.get(path, { filePath })).body, path).toMatchObject(STALE)
    expect((await t.http.inject({ url })).json()).toMatchObject({ success: false, code: 'LINK_EXPIRED' })
  }, 40_000)

  it('bind a first number, or another one: the code is not used up before', async () => {
    const me = await openPage('gr1')
    const [first, second] = ['13966669001', '13966669002']
    await askCode(t, me, first)
    const code = await newestCode(t, first, 1)
    const bind = async (body: object) => (await me.post(account.bindMobile.path, body)).body
    for (const typed of [...Array.from({ length: 6 }, () => '000000'), code])
      expect(await bind({ phone: first, code: typed })).toMatchObject(STALE)
    await confirmPassword(t.http, me, DEMO_PASSWORD)
    expect((await bind({ phone: first, code })).success).toBe(true)
    clock.advance(11 * 60_000)
    expect(await bind({ phone: second, code, oldCode: '123456' })).toMatchObject(STALE)
  })

  it('unbind the number', async () => {
    const me = await openPage('gr1')
    const { mobile } = (await me.get(account.mobile.path)).body.data
    expect((await me.form(account.unbindMobile.path, { mobile, oldCode: '123456' })).body).toMatchObject(STALE)
    expect((await me.get(account.mobile.path)).body.data.mobile).toBe(mobile)
  })
})

describe('the password', () => {
  it('is accepted once per envelope, counts for ten minutes, and only in its session', async () => {
    const [me, other] = [await openPage('qy1', 0), await openPage('qy1')]
    const copy = async (page: Person) => (await page.post(accountData.copy.path, {})).body.code
    expect((await t.as(null).post(account.confirmPassword.path, { password: 'x' })).status).toBe(401)
    expect((await me.post(account.confirmPassword.path, {})).body.fields).toEqual([{ path: 'password', message: '请输入登录密码' }])
    expect((await me.post(account.confirmPassword.path, { password: 'plain' })).body.code).toBe('ENVELOPE')
    const password = await seal((await getChallenge(t.http)).key, DEMO_PASSWORD)
    expect((await me.post(account.confirmPassword.path, { password })).body.data).toBe(true)
    expect((await me.post(account.confirmPassword.path, { password })).body.code).toBe('ENVELOPE')
    expect(await copy(other)).toBe('PASSWORD_STALE')
    expect(await copy(me)).toBeUndefined()
    clock.advance(10 * 60_000)
    expect(await copy(me)).toBe('PASSWORD_STALE')
  })

  it('is locked after five wrong ones, with the counter of a change of password; each is audited', async () => {
    const me = await openPage('qy2')
    for (let wrong = 0; wrong < 5; wrong++)
      expect((await confirmPassword(t.http, me, 'Falsch#2026')).body.fields).toEqual([{ path: 'password', message: '登录密码错误' }])
    expect((await confirmPassword(t.http, me, DEMO_PASSWORD)).body.code).toBe('LOCKED')
    expect((await auditTrail(t.kernel, 'password.confirm')).filter(({ result }) => result === 'refused')).toHaveLength(5)
    expect((await me.post(accountData.copy.path, {})).body).toMatchObject(STALE)
  })

  it('is not there to be asked for in an account that logs in elsewhere: it logs in anew', async () => {
    const [late, anew] = [await openPage('qy2'), await openPage('qy2', 9)]
    await withoutPassword('qy2')
    expect((await late.form(accountData.close.path, { word: '注销' })).body).toMatchObject({
      code: 'LOG_IN_AGAIN',
      msg: '这个账号没有密码：请退出后重新登录，并在 10 分钟内办理',
    })
    expect((await confirmPassword(t.http, late, DEMO_PASSWORD)).body.fields).toMatchObject([{ path: 'password' }])
    expect((await anew.form(accountData.close.path, { word: '注销' })).body.success).toBe(true)
  })
})
