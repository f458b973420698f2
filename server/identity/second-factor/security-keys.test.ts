import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roles } from '../../../contract/identity/roles.ts'
import { secondFactor, type SecondStep } from '../../../contract/second-factor.ts'
import { keyAtLogIn, securityKeys } from '../../../contract/security-keys.ts'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { logIn, personWith, type Person } from '../../kernel/testing/people.ts'
import { codeAt } from './totp.ts'
import { softKey } from './testing/soft-key.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
let origin = ''
beforeAll(async () => {
  t = await testApp({ clock })
  origin = `http://localhost:${t.kernel.config.PORT}`
})
// Every code belongs to a time step that no earlier test has used.
beforeEach(() => clock.advance(20 * 60_000))

type Answer = { success: boolean; code?: string; data: SecondStep }
const enter = async (userName: string, app = t): Promise<Answer> =>
  (await logIn(app.http, userName, 'Qifu@2026', 't3st')).body as unknown as Answer
const ticketOf = async (who: string) => (await enter(who)).data.ticket
const anonymous = async ({ path }: { path: string }, body: object) => (await t.as(null).post(path, body)).body
/** One session that is renewed and never replaced; with an authenticator app, whose code is fresh. */
async function withApp(who: string): Promise<Person & { secret: string }> {
  const { body } = await logIn(t.http, who, 'Qifu@2026', 't3st')
  const me = personWith(t.http, () => Promise.resolve(body.data))
  const { secret } = (await me.post(secondFactor.begin.path, {})).body.data
  expect((await me.post(secondFactor.enable.path, { code: codeAt(secret, clock.now()) })).body.success).toBe(true)
  return { ...me, secret }
}
const ask = async (me: Person) => (await me.post(securityKeys.askNew.path, {})).body.data
const add = async (me: Person, answer: object, name = '办公室的钥匙') => (await me.post(securityKeys.add.path, { name, answer })).body
async function withKey(who: string) {
  const me = await withApp(who)
  const key = softKey()
  expect(await add(me, key.create(await ask(me), origin))).toMatchObject({ success: true })
  return { me, key }
}

describe('登记安全密钥', () => {
  it('is for staff who bound an authenticator app and gave a code a short while ago', async () => {
    for (const who of ['qy1', 'gr1']) {
      expect((await t.as(who).post(securityKeys.askNew.path, {})).body.code, who).toBe('FORBIDDEN')
      expect((await t.as(who).get(securityKeys.list.path)).body.code, who).toBe('FORBIDDEN')
    }
    expect((await t.as('front1').get(securityKeys.list.path)).body.data).toEqual({ available: true, ready: false, list: [] })
    expect((await t.as('front1').post(securityKeys.askNew.path, {})).body).toMatchObject({
      code: 'STATE',
      msg: '请先开启动态验证码，再登记安全密钥',
    })
    const me = await withApp('front1')
    clock.advance(11 * 60_000)
    expect((await me.post(securityKeys.askNew.path, {})).body.code).toBe('FACTOR_STALE')
  })

  it('is refused for another address, another question, an answer without question, and a repeated one', async () => {
    const me = await withApp('dept1')
    const key = softKey()
    const old = await ask(me)
    expect((await add(me, key.create(old, 'https://qifu.example.com'))).code).toBe('KEY_WRONG')
    // The wrong answer used up the question.
    expect((await add(me, key.create(old, origin))).code).toBe('KEY_OVER')
    const question = await ask(me)
    expect((await add(me, key.create(old, origin))).code).toBe('KEY_WRONG')
    expect((await add(me, key.create(question, origin))).code).toBe('KEY_OVER')
    expect((await add(me, key.create({ ...(await ask(me)), rp: { id: 'example.com' } }, origin))).code).toBe('KEY_WRONG')
    const late = await ask(me)
    clock.advance(121_000)
    expect((await add(me, key.create(late, origin))).code).toBe('KEY_OVER')
    const last = await ask(me)
    expect((await add(me, key.create(last, origin), ' ')).fields).toEqual([{ path: 'name', message: '请给安全密钥起一个名称' }])
    const good = key.create(last, origin)
    expect((await add(me, { ...good, response: { ...good.response, attestationObject: '<script>' } })).fields?.[0]?.path).toBe(
      'answer.response.attestationObject',
    )
    expect((await me.get(securityKeys.list.path)).body.data.list).toEqual([])
    expect((await add(me, good)).success).toBe(true)
    expect(await add(me, key.create(await ask(me), origin))).toMatchObject({ code: 'STATE', msg: '这个安全密钥已经登记过' })
    expect((await me.get(securityKeys.list.path)).body.data).toMatchObject({ ready: true, list: [{ name: '办公室的钥匙', useTime: null }] })
    const told = (await me.get('/sys/notice/list', { pageSize: 20 })).body.data.list as { title: string }[]
    expect(told.filter(({ title }) => title.includes('登记了安全密钥“办公室的钥匙”'))).toHaveLength(1)
  })

  it('an account has at most five; only its owner removes one, and another person’s question serves nobody', async () => {
    const { me, key } = await withKey('dept2')
    const other = await withApp('dept3')
    expect((await add(other, softKey().create(await ask(me), origin))).code).toBe('KEY_OVER')
    const [mine] = (await me.get(securityKeys.list.path)).body.data.list
    expect((await other.post(securityKeys.remove.path, { id: mine.id })).body.code).toBe('NOT_FOUND')
    expect(await add(other, key.create(await ask(other), origin))).toMatchObject({ code: 'STATE' })
    for (let n = 2; n <= 5; n++) expect((await add(me, softKey().create(await ask(me), origin), `第${n}个`)).success).toBe(true)
    expect((await me.post(securityKeys.askNew.path, {})).body).toMatchObject({ code: 'STATE', msg: '最多登记 5 个安全密钥' })
    expect((await me.post(securityKeys.remove.path, { id: mine.id })).body.success).toBe(true)
    expect((await me.post(securityKeys.remove.path, { id: mine.id })).body.code).toBe('NOT_FOUND')
    expect((await me.get(securityKeys.list.path)).body.data.list).toHaveLength(4)
  })

  it('is offered only where browsers allow keys', async () => {
    const plain = await testApp({ clock, env: { PUBLIC_URL: 'http://10.0.0.5:3000' } })
    expect((await plain.as('dept4').get(securityKeys.list.path)).body.data.available).toBe(false)
    expect((await plain.as('dept4').post(securityKeys.askNew.path, {})).body).toMatchObject({
      code: 'KEY_UNAVAILABLE',
      msg: '本平台的访问地址不是 https，浏览器不允许使用安全密钥',
    })
    expect((await plain.as(null).post(keyAtLogIn.ask.path, { ticket: 'x'.repeat(43) })).body.code).toBe('KEY_UNAVAILABLE')
  })
})

describe('用安全密钥登录', () => {
  it('opens a session only with the key of this account, the open question, this address and a growing counter', async () => {
    const { me, key } = await withKey('leader1')
    const { key: foreign } = await withKey('fin1')
    const first = await enter('leader1')
    expect(first).toMatchObject({ success: false, code: 'MFA_REQUIRED', data: { enrol: false, keys: true } })
    const { ticket } = first.data
    expect((await anonymous(keyAtLogIn.ask, { ticket: 'x'.repeat(43) })).code).toBe('TICKET_OVER')
    const question = async () => (await anonymous(keyAtLogIn.ask, { ticket })).data
    const tryIn = async (answer: object, with_ = ticket) => (await anonymous(keyAtLogIn.enter, { ticket: with_, answer })).code
    const one = await question()
    expect(one).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: key.id, transports: ['usb'] }] })
    expect(await tryIn(key.get(one, 'https://qifu.example.com'))).toBe('SECOND_WRONG')
    // Answered once, rightly or wrongly.
    expect(await tryIn(key.get(one, origin))).toBe('KEY_OVER')
    await question()
    expect(await tryIn(key.get(one, origin))).toBe('SECOND_WRONG')
    const another = await question()
    expect(await tryIn(foreign.get(another, origin))).toBe('SECOND_WRONG')
    clock.advance(16 * 60_000)

    const open = await ticketOf('leader1')
    const asked = (await anonymous(keyAtLogIn.ask, { ticket: open })).data
    // Signed by another account's key under the name of this one.
    expect(await tryIn({ ...foreign.get(asked, origin), id: key.id, rawId: key.id }, open)).toBe('SECOND_WRONG')
    const again = (await anonymous(keyAtLogIn.ask, { ticket: open })).data
    key.setCounter(40)
    const answer = key.get(again, origin)
    const opened = await anonymous(keyAtLogIn.enter, { ticket: open, answer })
    expect(opened.data).toEqual({ token: expect.any(String), refreshToken: expect.any(String) })
    expect(await tryIn(answer, open)).toBe('TICKET_OVER')
    const [{ useTime }] = (await me.get(securityKeys.list.path)).body.data.list
    expect(Date.parse(useTime)).toBe(clock.now().getTime())
    // A copy of the key, whose counter stayed behind.
    const next = await ticketOf('leader1')
    key.setCounter(10)
    expect(await tryIn(key.get((await anonymous(keyAtLogIn.ask, { ticket: next })).data, origin), next)).toBe('SECOND_WRONG')
    // The session of a key counts as fresh: it may change keys at once.
    const entered = personWith(t.http, () => Promise.resolve(opened.data))
    expect((await entered.post(securityKeys.askNew.path, {})).body.success).toBe(true)
  })

  it('wrong keys and wrong codes lock the second step together', async () => {
    const { key } = await withKey('editor1')
    for (let n = 0; n < 5; n++) {
      const ticket = await ticketOf('editor1')
      const question = (await anonymous(keyAtLogIn.ask, { ticket })).data
      expect((await anonymous(keyAtLogIn.enter, { ticket, answer: key.get(question, 'http://localhost:1') })).code).toBe('SECOND_WRONG')
    }
    const ticket = await ticketOf('editor1')
    const question = (await anonymous(keyAtLogIn.ask, { ticket })).data
    expect((await anonymous(keyAtLogIn.enter, { ticket, answer: key.get(question, origin) })).code).toBe('LOCKED')
  })

  it('an answer that is sent again is no wrong try: its question is used, and the key goes on opening', async () => {
    const { me, key } = await withKey('market1')
    const ticket = await ticketOf('market1')
    const asked = (await anonymous(keyAtLogIn.ask, { ticket })).data
    const wrong = key.get(asked, 'http://localhost:1')
    expect((await anonymous(keyAtLogIn.enter, { ticket, answer: wrong })).code).toBe('SECOND_WRONG')
    for (let n = 0; n < 6; n++)
      expect(await anonymous(keyAtLogIn.enter, { ticket, answer: wrong })).toMatchObject({
        code: 'KEY_OVER',
        msg: '这一次的核对已经用过，或已超时，请再按一次安全密钥',
      })
    const question = (await me.post(securityKeys.ask.path, {})).body.data
    const answer = key.get(question, origin)
    expect((await me.post(securityKeys.confirm.path, { answer })).body.data).toBe(true)
    for (let n = 0; n < 6; n++) expect((await me.post(securityKeys.confirm.path, { answer })).body.code).toBe('KEY_OVER')
    const again = (await anonymous(keyAtLogIn.ask, { ticket })).data
    expect((await anonymous(keyAtLogIn.enter, { ticket, answer: key.get(again, origin) })).success).toBe(true)
  })

  it('confirms before rights are changed, in its session only; the question of a log-in does not', async () => {
    const { me, key } = await withKey('security1')
    clock.advance(11 * 60_000)
    const role = { code: 'keyed', name: '值守', permissions: ['feedback:read'], menuIds: [] }
    expect((await me.post(roles.save.path, role)).body.code).toBe('FACTOR_STALE')
    const atLogIn = (await anonymous(keyAtLogIn.ask, { ticket: await ticketOf('security1') })).data
    const confirm = async (answer: object) => (await me.post(securityKeys.confirm.path, { answer })).body
    expect((await confirm(key.get(atLogIn, origin))).code).toBe('KEY_OVER')
    expect((await me.post(roles.save.path, role)).body.code).toBe('FACTOR_STALE')
    const question = (await me.post(securityKeys.ask.path, {})).body.data
    expect((await confirm(key.get(question, origin))).data).toBe(true)
    expect((await me.post(roles.save.path, role)).body.success).toBe(true)
    expect((await t.as('security2').post(securityKeys.ask.path, {})).body.code).toBe('STATE')
  })

  it('keys end with the authenticator app', async () => {
    const { me } = await withKey('audit1')
    clock.advance(60_000)
    expect((await me.post(secondFactor.disable.path, { code: codeAt(me.secret, clock.now()) })).body.success).toBe(true)
    expect((await me.get(securityKeys.list.path)).body.data).toEqual({ available: true, ready: false, list: [] })
    expect((await enter('audit1')).success).toBe(true)
  })
})
