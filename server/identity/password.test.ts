import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seal } from '../../web/identity/envelope.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { getChallenge, logIn, personWith, type Tokens } from '../kernel/testing/people.ts'
import { hashPassword } from '../kernel/access/password.ts'
import { commonPasswords } from './common-passwords.ts'
import { demoAccounts } from './index.ts'
import { weakness } from './passwords.ts'

const START = 'Qifu@2026'
const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
beforeEach(() => {
  clock.advance(2000)
})

const enter = async (name: string, password = START): Promise<Tokens> => {
  const { body } = await logIn(t.http, name, password, 't3st')
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
const change = async (tokens: Tokens, oldPassword: string, newPassword: string) => {
  const { key } = await getChallenge(t.http)
  return personWith(t.http, async () => tokens).post('/sys/user/savePwd', {
    oldPassword: await seal(key, oldPassword),
    newPassword: await seal(key, newPassword),
  })
}
const alive = async ({ token }: Tokens) =>
  (await t.http.inject({ method: 'GET', url: '/sys/activeUser/info', headers: { authorization: token } })).statusCode === 200

describe('change of password (A-06)', () => {
  it('is for staff', async () => {
    expect((await change(await enter('qy1'), START, 'Anders#2026')).body.code).toBe('FORBIDDEN')
    expect((await t.as(null).post('/sys/user/savePwd', { oldPassword: 'a', newPassword: 'b' })).status).toBe(401)
  })

  it('M033 M034: needs both passwords, in envelopes, with the right old one', async () => {
    const tokens = await enter('editor1')
    const person = personWith(t.http, async () => tokens)
    const missing = await person.post('/sys/user/savePwd', {})
    expect(missing.body.fields).toEqual([
      { path: 'oldPassword', message: '请输入旧密码' },
      { path: 'newPassword', message: '请输入新密码' },
    ])
    expect((await person.post('/sys/user/savePwd', { oldPassword: START, newPassword: 'Anders#2026' })).body.code).toBe('ENVELOPE')
    expect((await change(tokens, 'Falsch#2026', 'Anders#2026')).body.fields).toEqual([{ path: 'oldPassword', message: '旧密码错误' }])
    expect(await alive(tokens)).toBe(true)
  })

  it.each([
    ['Ab1!xyz', '不符合密码复杂度，密码至少8位且包含数字，字母和特殊符号'],
    ['Abcdefg1', '不符合密码复杂度，密码至少8位且包含数字，字母和特殊符号'],
    ['12345678!', '不符合密码复杂度，密码至少8位且包含数字，字母和特殊符号'],
    ['Abcdefg!', '不符合密码复杂度，密码至少8位且包含数字，字母和特殊符号'],
    [`A1!${'x'.repeat(62)}`, '密码最多 64 位'],
    ['P@ssw0rd123!', '该密码过于常见，请更换'],
    ['Admin@123', '该密码过于常见，请更换'],
    ['xxEditor1!yy', '密码不能包含用户名'],
    [START, '不能使用最近 5 次用过的密码'],
  ])('M032 K011 K012 V001: refuses %s', async (password, message) => {
    const { body } = await change(await enter('editor1'), START, password)
    expect(body.fields).toEqual([{ path: 'newPassword', message }])
  })

  it('ends every session, this one too, which a copy of its tokens would prolong; only the new password logs in', async () => {
    const [here, there] = [await enter('editor1'), await enter('editor1')]
    const refreshed = ({ refreshToken }: Tokens) =>
      t.http.inject({ method: 'GET', url: '/sys/activeUser/refreshToken', headers: { authorization: refreshToken } })
    expect([await alive(here), await alive(there)]).toEqual([true, true])
    expect((await change(here, START, 'Zweites#2026')).body.data).toBe(true)
    expect([await alive(here), await alive(there)]).toEqual([false, false])
    for (const tokens of [here, there]) expect((await refreshed(tokens)).statusCode).toBe(401)
    const told = await t.http.inject({ method: 'GET', url: '/sys/activeUser/info', headers: { authorization: here.token } })
    expect(told.json().msg).toBe('密码已修改，请用新密码登录')
    expect((await logIn(t.http, 'editor1', START, 't3st')).body.success).toBe(false)
    let last = 'Zweites#2026'
    for (const next of ['Drittes#2026', 'Viertes#2026', 'Fuenftes#2026', 'Sechstes#2026']) {
      expect((await change(await enter('editor1', last), last, next)).body.data).toBe(true)
      last = next
    }
    const tokens = await enter('editor1', last)
    expect((await change(tokens, last, 'Zweites#2026')).body.success).toBe(false)
    expect((await change(tokens, last, `${'长'.repeat(20)}#2026abc`)).body.data).toBe(true)
    const rows = await t.database.db.selectFrom('audit_log').select('result').where('action', '=', 'password.change').execute()
    expect(rows.filter((r) => r.result === 'ok')).toHaveLength(6)
  }, 30_000)

  it('refuses an envelope a second time, and stops guessing of the old password', async () => {
    const tokens = await enter('front1')
    const person = personWith(t.http, async () => tokens)
    const { key } = await getChallenge(t.http)
    const body = { oldPassword: await seal(key, 'Falsch#2026'), newPassword: await seal(key, 'Anders#2026') }
    expect((await person.post('/sys/user/savePwd', body)).body.code).toBe('INVALID')
    expect((await person.post('/sys/user/savePwd', body)).body.code).toBe('ENVELOPE')
    for (let i = 0; i < 4; i++) await change(tokens, 'Falsch#2026', 'Anders#2026')
    expect((await change(tokens, START, 'Anders#2026')).body.code).toBe('LOCKED')
  })

  it('K013 K070: is required after 90 days, only from staff', async () => {
    const due = async (name: string) => (await personWith(t.http, () => enter(name)).get('/sys/activeUser/isNeedUpdatePwd')).body.data
    // The demo accounts were created with this run's template, so days count from now.
    const inDays = (days: number) => clock.set(new Date(Date.now() + days * 86_400_000))
    expect(await due('dept1')).toBe(false)
    inDays(89)
    expect(await due('dept1')).toBe(false)
    inDays(91)
    expect(await due('dept1')).toBe(true)
    expect(await due('qy1')).toBe(false)
  })
})

describe('the password rule', () => {
  it('knows over 3000 common passwords', () => {
    expect(commonPasswords.size).toBeGreaterThan(3000)
  })

  it('requires a digit, a letter and a special character, and eight characters (V001)', () => {
    const alphabet = { digit: '0123456789', letter: 'abcXYZ', special: '~!@#$%^&*' }
    fc.assert(
      fc.property(
        fc.subarray(['digit', 'letter', 'special'] as const, { minLength: 1 }),
        fc.integer({ min: 6, max: 10 }),
        fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
        (kinds, length, picks) => {
          const text = Array.from({ length }, (_, i) => {
            const from = alphabet[kinds[i % kinds.length]!]
            return from[picks[i]! % from.length]
          }).join('')
          const allowed = weakness(text, 'nobody-like-this') === null || commonPasswords.has(text.toLowerCase())
          expect(allowed).toBe(kinds.length === 3 && length >= 8)
        },
      ),
    )
  })
})

describe('demo accounts (A-08)', () => {
  it('are found while they are enabled and have their demo password', async () => {
    const fresh = await testApp()
    const { db } = fresh.database
    const enabled = await db.selectFrom('sys_user').select('user_name').where('enabled', '=', true).execute()
    expect((await demoAccounts(db)).sort()).toEqual(enabled.map((row) => row.user_name).sort())
    await db.updateTable('sys_user').set({ account_id: null, password_hash: null }).where('type', '!=', 'YYF').execute()
    await db.updateTable('sys_user').set({ enabled: false }).where('user_name', '!=', 'admin1').execute()
    expect(await demoAccounts(db)).toEqual(['admin1'])
    await db
      .updateTable('sys_user')
      .set({ password_hash: await hashPassword('Anders#2026') })
      .where('user_name', '=', 'admin1')
      .execute()
    expect(await demoAccounts(db)).toEqual([])
  })
})
