import { createHash } from 'node:crypto'
import { sm2 } from 'sm-crypto-v2'
import { solveChallenge, type Challenge as Puzzle } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seal, type EnvelopeKey } from '../../web/identity/envelope.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { getChallenge, logIn } from '../kernel/testing/people.ts'

const CAPTCHA = 't3st'
const PASSWORD = 'Qifu@2026'
const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
let source = 0
/** Every test uses its own address, so that its limits do not affect the next test. */
let from: { remoteAddress: string }
beforeAll(async () => {
  t = await testApp({ clock })
})
beforeEach(() => {
  source += 1
  from = { remoteAddress: `10.1.0.${source}` }
})

const send = async (
  fields: Record<string, string> | string,
  cookies: Record<string, string>,
  options: { remoteAddress?: string } = from,
) => {
  const answer = await t.http.inject({
    method: 'POST',
    url: '/sys/activeUser/login',
    cookies,
    ...options,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
  return { status: answer.statusCode, body: answer.json(), retryAfter: answer.headers['retry-after'] }
}
const encrypt = (key: EnvelopeKey, content: unknown) =>
  sm2.doEncrypt(typeof content === 'string' ? content : JSON.stringify(content), key.publicKey, 1)
const audited = (action: string) =>
  t.database.db.selectFrom('audit_log').selectAll().where('action', '=', action).where('ip', '=', from.remoteAddress).execute()

describe('captcha (A-04)', () => {
  it.each(['', 'wrong', 'T', '0000'])('refuses %j', async (verifiCode) => {
    const { key, cookies } = await getChallenge(t.http, from)
    const { body } = await send({ userName: 'qy1', password: await seal(key, PASSWORD), verifiCode }, cookies)
    expect(body).toMatchObject({ success: false, code: verifiCode ? 'CAPTCHA' : 'INVALID' })
  })

  it('refuses a missing or repeated field, and the captcha of another browser', async () => {
    const { key, cookies } = await getChallenge(t.http, from)
    const password = await seal(key, PASSWORD)
    expect((await send({ userName: 'qy1', password }, cookies)).status).toBe(400)
    expect((await send(`userName=qy1&password=${password}&verifiCode=${CAPTCHA}&verifiCode=${CAPTCHA}`, cookies)).status).toBe(400)
    expect((await send({ userName: 'qy1', password, verifiCode: CAPTCHA }, {})).body.code).toBe('CAPTCHA')
    expect((await send({ userName: 'qy1', password, verifiCode: CAPTCHA }, { 'codeId.zz': 'AAAAAAAAAAAAAAAAAAAAAA' })).body.code).toBe(
      'CAPTCHA',
    )
  })

  it('is used up by a wrong try', async () => {
    const { key, cookies } = await getChallenge(t.http, from)
    const password = await seal(key, PASSWORD)
    expect((await send({ userName: 'qy1', password, verifiCode: 'zzzz' }, cookies)).body.code).toBe('CAPTCHA')
    expect((await send({ userName: 'qy1', password, verifiCode: CAPTCHA }, cookies)).body.code).toBe('CAPTCHA')
  })

  it('is valid for two minutes', async () => {
    const { key, cookies } = await getChallenge(t.http, from)
    const fields = { userName: 'qy1', password: await seal(key, PASSWORD), verifiCode: CAPTCHA }
    clock.advance(121_000)
    expect((await send(fields, cookies)).body.code).toBe('CAPTCHA')
  })

  it('never sends the solution, and binds the captcha to the browser with an HttpOnly cookie', async () => {
    const answer = await t.http.inject({ method: 'GET', url: '/sys/activeUser/getVerifiCode?t=1', ...from })
    expect(answer.body).not.toContain(CAPTCHA)
    expect(answer.json().data).toMatchObject({ image: expect.stringMatching(/^data:image\/png;base64,/), expireSeconds: 120 })
    expect(answer.cookies[0]).toMatchObject({ name: `codeId.${answer.json().data.codeId}`, httpOnly: true, sameSite: 'Lax', maxAge: 120 })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('of each tab is valid, also when the tabs asked at the same moment; a wrong try uses up its own only', async () => {
    const [one, other] = [await getChallenge(t.http, from), await getChallenge(t.http, from)]
    const both = { ...one.cookies, ...other.cookies }
    const fields = async (tab: typeof one) => ({
      userName: 'qy1',
      password: await seal(tab.key, PASSWORD),
      verifiCode: CAPTCHA,
      codeId: tab.challenge.codeId,
    })
    // The letters of one picture are no answer to another, and the number of a picture is nothing without the browser's cookie.
    expect((await send({ ...(await fields(one)), codeId: 'nothing' }, both)).body.code).toBe('CAPTCHA')
    expect((await send({ ...(await fields(one)), codeId: 'a b' }, both)).status).toBe(400)
    expect((await send(await fields(one), other.cookies)).body.code).toBe('CAPTCHA')
    expect((await send({ ...(await fields(other)), verifiCode: 'zzzz' }, both)).body.code).toBe('CAPTCHA')
    expect((await send(await fields(other), both)).body.code).toBe('CAPTCHA')
    expect((await send(await fields(one), both)).body.success).toBe(true)
  })

  it('is the newest picture without its number; a ninth picture of a browser ends the oldest', async () => {
    const url = '/sys/activeUser/getVerifiCode'
    const ask = async (cookies: Record<string, string>) => (await t.http.inject({ method: 'GET', url, cookies, ...from })).cookies
    const jar: Record<string, string> = {}
    const names: string[] = []
    for (let n = 0; n < 9; n++) {
      clock.advance(1)
      const set = await ask(jar)
      expect(new Set(set.map((cookie) => cookie.path))).toEqual(new Set(['/sys/activeUser', '/sms']))
      names.push(set[0]!.name)
      for (const { name, value, maxAge } of set)
        if (maxAge === 0) delete jar[name]
        else jar[name] = value
    }
    expect(Object.keys(jar)).toEqual(names.slice(1))
    clock.advance(1)
    const { key, cookies } = await getChallenge(t.http, from)
    const fields = { userName: 'qy1', password: await seal(key, PASSWORD), verifiCode: CAPTCHA }
    expect((await send(fields, { ...jar, ...cookies })).body.success).toBe(true)
  })

  it('accepts the solved puzzle instead of the letters, once, and only its own', async () => {
    const solve = async (challenge: Record<string, unknown>) =>
      Buffer.from(JSON.stringify(await solveChallenge({ challenge: challenge as unknown as Puzzle, deriveKey }))).toString('base64url')
    const one = await getChallenge(t.http, from)
    const other = await getChallenge(t.http, from)
    const solution = await solve(one.challenge.puzzle)
    const refused = await send({ userName: 'qy1', password: await seal(other.key, PASSWORD), verifiCode: solution }, other.cookies)
    expect(refused.body.code).toBe('CAPTCHA')
    const fields = { userName: 'qy1', password: await seal(one.key, PASSWORD), verifiCode: solution }
    expect((await send(fields, one.cookies)).body.success).toBe(true)
    expect((await send(fields, one.cookies)).body.code).toBe('CAPTCHA')
  })
})

describe('password envelope (A-01)', () => {
  const tryWith = async (make: (key: EnvelopeKey) => string | Promise<string>) => {
    const { key, cookies } = await getChallenge(t.http, from)
    return (await send({ userName: 'qy1', password: await make(key), verifiCode: CAPTCHA }, cookies)).body
  }

  it('refuses a password in clear and a hashed one', async () => {
    expect(await tryWith(() => PASSWORD)).toMatchObject({ success: false, code: 'ENVELOPE' })
    expect(await tryWith(() => createHash('sha256').update(PASSWORD).digest('hex'))).toMatchObject({ code: 'ENVELOPE' })
    expect(await tryWith(() => createHash('md5').update(PASSWORD).digest('hex').repeat(8))).toMatchObject({ code: 'ENVELOPE' })
  })

  it('refuses a change in any part of the ciphertext, and a point off the curve', async () => {
    for (let i = 0; i < 20; i++) {
      const body = await tryWith(async (key) => {
        const sealed = await seal(key, PASSWORD)
        const at = 2 * Math.floor((i / 20) * (sealed.length / 2))
        return (
          sealed.slice(0, at) + (Number.parseInt(sealed.slice(at, at + 2), 16) ^ 0x41).toString(16).padStart(2, '0') + sealed.slice(at + 2)
        )
      })
      expect(body).toMatchObject({ success: false, code: 'ENVELOPE' })
    }
    expect(await tryWith(() => `${'11'.repeat(64)}${'22'.repeat(60)}`)).toMatchObject({ code: 'ENVELOPE' })
  })

  it('refuses another nonce, an old or future time, an empty password and malformed content', async () => {
    const now = clock.now().getTime()
    for (const content of [
      (k: EnvelopeKey) => ({ pwd: PASSWORD, nonce: `${k.nonce}x`, ts: now }),
      (k: EnvelopeKey) => ({ pwd: PASSWORD, nonce: k.nonce, ts: now - 121_000 }),
      (k: EnvelopeKey) => ({ pwd: PASSWORD, nonce: k.nonce, ts: now + 121_000 }),
      (k: EnvelopeKey) => ({ pwd: '', nonce: k.nonce, ts: now }),
      (k: EnvelopeKey) => ({ pwd: PASSWORD, nonce: k.nonce }),
      (k: EnvelopeKey) => ({ pwd: PASSWORD, nonce: k.nonce, ts: now, extra: 1 }),
      () => PASSWORD,
      () => '',
    ])
      expect(await tryWith((key) => encrypt(key, content(key)))).toMatchObject({ success: false, code: 'ENVELOPE' })
  })

  it('refuses an envelope that was used before', async () => {
    const first = await getChallenge(t.http, from)
    const password = await seal(first.key, PASSWORD)
    expect((await send({ userName: 'qy1', password, verifiCode: CAPTCHA }, first.cookies)).body.success).toBe(true)
    const second = await getChallenge(t.http, from)
    expect((await send({ userName: 'qy1', password, verifiCode: CAPTCHA }, second.cookies)).body.code).toBe('ENVELOPE')
  })
})

describe('locks (A-03, A-05)', () => {
  it('gives the same answer for an unknown, wrong, disabled and locked account', async () => {
    await t.database.db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'leader1').execute()
    const plain = ({ status, body }: Awaited<ReturnType<typeof logIn>>) => ({ status, body: { ...body, traceId: '' } })
    const unknown = plain(await logIn(t.http, 'nobody-at-all', PASSWORD, CAPTCHA, from))
    expect(unknown).toMatchObject({ status: 200, body: { success: false, code: 'LOGIN_REFUSED' } })
    expect(plain(await logIn(t.http, 'qy2', 'Wrong@2026', CAPTCHA, from))).toEqual(unknown)
    expect(plain(await logIn(t.http, 'leader1', PASSWORD, CAPTCHA, from))).toEqual(unknown)
    for (let i = 0; i < 5; i++) await logIn(t.http, 'dept2', 'Wrong@2026', CAPTCHA, { remoteAddress: '10.2.0.1' })
    expect(plain(await logIn(t.http, 'dept2', PASSWORD, CAPTCHA, { remoteAddress: '10.2.0.1' }))).toEqual(unknown)
    await t.database.db.updateTable('sys_user').set({ enabled: true }).where('user_name', '=', 'leader1').execute()
  })

  it('locks an account for half an hour after 20 failures from anywhere', async () => {
    for (let i = 0; i < 20; i++) await logIn(t.http, 'editor1', 'Wrong@2026', CAPTCHA, { remoteAddress: `10.3.0.${i}` })
    expect((await logIn(t.http, 'editor1', PASSWORD, CAPTCHA, from)).body.code).toBe('LOGIN_REFUSED')
    clock.advance(30 * 60_000 + 1000)
    expect((await logIn(t.http, 'editor1', PASSWORD, CAPTCHA, from)).body.success).toBe(true)
  }, 60_000)

  it('stops an address after 20 failures, for IPv6 its /64, with 429', async () => {
    for (let i = 0; i < 20; i++) await logIn(t.http, `ghost${i}`, PASSWORD, CAPTCHA, { remoteAddress: `2001:db8:1:2::${i.toString(16)}` })
    const refused = await logIn(t.http, 'qy1', PASSWORD, CAPTCHA, { remoteAddress: '2001:db8:1:2:ffff::1' })
    expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'TOO_MANY' } })
    expect(refused.body.msg).toBe(
      '您所在的网络登录失败次数过多，5 分钟内不能用密码登录。请核对用户名和密码后再试，忘记密码的请联系系统管理员',
    )
    expect((await logIn(t.http, 'qy1', PASSWORD, CAPTCHA, { remoteAddress: '2001:db8:1:3::1' })).body.success).toBe(true)
  }, 60_000)

  it('is lifted only by a security administrator', async () => {
    for (let i = 0; i < 5; i++) await logIn(t.http, 'gr1', 'Wrong@2026', CAPTCHA, from)
    expect((await logIn(t.http, 'gr1', PASSWORD, CAPTCHA, from)).body.success).toBe(false)
    const { id } = await t.database.db.selectFrom('sys_user').select('id').where('user_name', '=', 'gr1').executeTakeFirstOrThrow()
    expect((await t.as(null).form('/sys/user/unlock', { id: String(id) })).status).toBe(401)
    expect((await t.as('admin1').form('/sys/user/unlock', { id: String(id) })).body.code).toBe('FORBIDDEN')
    expect((await t.as('security1').form('/sys/user/unlock', { id: '999999' })).body.code).toBe('NOT_FOUND')
    expect((await t.as('security1').form('/sys/user/unlock', { id: String(id) })).body.data).toBe(true)
    expect((await logIn(t.http, 'gr1', PASSWORD, CAPTCHA, from)).body.success).toBe(true)
  })
})

describe('log-in', () => {
  it('gives opaque tokens, stores only their hashes, and writes an audit row', async () => {
    const { status, body } = await logIn(t.http, ' QY1 ', PASSWORD, CAPTCHA, from)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      data: { token: expect.stringMatching(/^[\w-]{43}$/), refreshToken: expect.stringMatching(/^[\w-]{43}$/) },
    })
    const rows = JSON.stringify(await t.database.db.selectFrom('session_token').selectAll().execute())
    expect(rows).not.toContain(body.data.token)
    expect(rows).not.toContain(body.data.refreshToken)
    expect(await audited('login')).toMatchObject([
      { result: 'ok', actor_type: 'QY', actor_role: 'enterprise', detail: { variant: 'password' } },
    ])
  })

  it('stores argon2id hashes of the required strength', async () => {
    const { password_hash } = await t.database.db
      .selectFrom('sys_user')
      .select('password_hash')
      .where('user_name', '=', 'qy1')
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('hashes again what had a weaker hash', async () => {
    const { hash } = await import('@node-rs/argon2')
    const weak = await hash(PASSWORD, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await t.database.db.updateTable('sys_user').set({ password_hash: weak }).where('user_name', '=', 'qy2').execute()
    expect((await logIn(t.http, 'qy2', PASSWORD, CAPTCHA, from)).body.success).toBe(true)
    const { password_hash } = await t.database.db
      .selectFrom('sys_user')
      .select('password_hash')
      .where('user_name', '=', 'qy2')
      .executeTakeFirstOrThrow()
    expect(password_hash).toContain('m=19456,t=2,p=1')
  })
})
