import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '../../../contract/identity.ts'
import { secondFactor, secondStep, type SecondStep } from '../../../contract/second-factor.ts'
import { movableClock } from '../../kernel/clock.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { confirmPassword, logIn, personWith, type Tokens } from '../../kernel/testing/people.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import { removeFactorByName } from '../index.ts'
import { removeFactor } from './own.ts'
import { codeAt } from './totp.ts'

const PASSWORD = 'Qifu@2026'
const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
// Every code belongs to a time step that no earlier test has used.
beforeEach(() => clock.advance(20 * 60_000))

/** The answer of a log-in: tokens, or a refusal with the ticket of the second step. */
type Answer = { success: boolean; code?: string; data: Tokens & SecondStep }
const enter = async (userName: string, password = PASSWORD): Promise<Answer> =>
  (await logIn(t.http, userName, password, 't3st')).body as unknown as Answer
const second = async (ticket: string, code: string) => {
  const answer = await t.http.inject({
    method: 'POST',
    url: secondStep.loginSecond.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ticket, code }).toString(),
  })
  return answer.json()
}
const post = async (who: string, { path }: { path: string }, body: object) => (await t.as(who).post(path, body)).body
const now = (secret: string) => codeAt(secret, clock.now())
/** Binds an app on the account page. */
async function bind(who: string): Promise<{ secret: string; codes: string[] }> {
  await confirmPassword(t.http, t.as(who), PASSWORD)
  const { secret } = (await post(who, secondFactor.begin, {})).data
  const answer = await post(who, secondFactor.enable, { code: now(secret) })
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  clock.advance(30_000)
  return { secret, codes: answer.data.codes }
}
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const ticketOf = async (who: string): Promise<string> => (await enter(who)).data.ticket

describe('动态验证码', () => {
  it('is not bound by who finds an open page: ten minutes after the log-in the password is asked', async () => {
    const { data: tokens } = await enter('editor1')
    const page = personWith(t.http, () => Promise.resolve(tokens))
    const begin = async () => (await page.post(secondFactor.begin.path, {})).body
    clock.advance(9 * 60_000)
    expect((await begin()).data.secret).toEqual(expect.any(String))
    clock.advance(60_000)
    expect((await begin()).code).toBe('PASSWORD_STALE')
    await confirmPassword(t.http, page, PASSWORD)
    expect((await begin()).data.secret).toEqual(expect.any(String))
  })
  it('binds only the secret that this log-in was shown, and ends what other log-ins have begun (ADR 1016)', async () => {
    const page = async () => {
      const { data: tokens } = await enter('train1')
      return personWith(t.http, () => Promise.resolve(tokens))
    }
    const [looker, owner] = [await page(), await page()]
    const begin = async (who: typeof owner) => (await who.post(secondFactor.begin.path, {})).body
    const enable = async (who: typeof owner, secret: string) => (await who.post(secondFactor.enable.path, { code: now(secret) })).body
    const seen = (await begin(looker)).data.secret
    const own = (await begin(owner)).data.secret
    expect(own).not.toBe(seen)
    expect((await begin(owner)).data.secret, 'the page was loaded again').toBe(own)
    expect((await begin(looker)).data.secret).toBe(seen)
    expect((await enable(owner, seen)).fields).toMatchObject([{ path: 'code' }])
    expect((await enable(looker, own)).fields).toMatchObject([{ path: 'code' }])
    expect(await enable(await page(), own), 'a log-in that was shown nothing').toMatchObject({
      code: 'BINDING_OVER',
      msg: '请先显示二维码，显示后 15 分钟内用它的验证码确认',
    })
    expect((await enable(owner, own)).success).toBe(true)
    // The other log-in was opened by the password alone.
    const after = await looker.get('/sys/activeUser/info')
    expect([after.status, after.body.msg]).toEqual([401, '该账号在别处开启了动态验证码，请重新登录。如非本人操作，请立即联系安全管理员'])
    expect((await owner.get('/sys/activeUser/info')).body.success).toBe(true)
    clock.advance(60_000)
    expect((await second(await ticketOf('train1'), now(seen))).code).toBe('SECOND_WRONG')
    expect((await second(await ticketOf('train1'), now(own))).success).toBe(true)
  })
  it('that was begun and left counts as nothing, and can no longer be bound 15 minutes later', async () => {
    const counted = async () =>
      (await t.as('agent1').get('/sys/account/data')).body.data.kinds.filter(({ key }: { key: string }) => key === 'second_factor')
    const begin = async () => {
      await confirmPassword(t.http, t.as('agent1'), PASSWORD)
      return (await post('agent1', secondFactor.begin, {})).data.secret
    }
    const secret = await begin()
    expect(await counted()).toEqual([])
    clock.advance(14 * 60_000)
    expect(await begin(), 'the same secret is shown again while it can be bound').toBe(secret)
    clock.advance(15 * 60_000)
    expect(await post('agent1', secondFactor.enable, { code: now(secret) })).toMatchObject({
      code: 'BINDING_OVER',
      msg: '二维码显示已超过 15 分钟，请取消后重新开启',
    })
    const next = await begin()
    expect(next).not.toBe(secret)
    expect((await post('agent1', secondFactor.enable, { code: now(secret) })).fields).toMatchObject([{ path: 'code' }])
    expect((await post('agent1', secondFactor.enable, { code: now(next) })).success).toBe(true)
    expect(await counted()).toMatchObject([{ title: '动态验证码', count: 1 }])
    const id = await idOf('agent1')
    await t.kernel.db.transaction().execute((db) => removeFactor(db, id))
  })
  it('is for staff, applies only after a first right code, and its secret is never returned afterwards', async () => {
    for (const who of ['qy1', 'gr1']) expect((await post(who, secondFactor.begin, {})).code, who).toBe('FORBIDDEN')
    const { secret, uri } = (await post('front1', secondFactor.begin, {})).data
    expect(uri).toContain(secret)
    expect((await post('front1', secondFactor.begin, {})).data.secret).toBe(secret)
    // Not confirmed yet: the log-in is unchanged.
    expect((await enter('front1')).data.token).toEqual(expect.any(String))
    expect((await post('front1', secondFactor.enable, { code: '12345' })).fields).toEqual([{ path: 'code', message: '请输入 6 位数字' }])
    expect((await post('front1', secondFactor.enable, { code: now(secret) === '000000' ? '000001' : '000000' })).fields?.[0]?.path).toBe(
      'code',
    )
    const { codes } = (await post('front1', secondFactor.enable, { code: now(secret) })).data
    expect(new Set(codes).size).toBe(10)
    expect((await post('front1', secondFactor.begin, {})).code).toBe('STATE')
    const kept = await t.kernel.db
      .selectFrom('second_factor')
      .selectAll()
      .where('user_id', '=', await idOf('front1'))
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(kept)).not.toContain(secret)
    const hashes = await t.kernel.db.selectFrom('recovery_code').select('hash').execute()
    expect(codes.some((code: string) => JSON.stringify(hashes).includes(code))).toBe(false)
    expect((await t.as('front1').get(secondFactor.find.path)).body.data).toMatchObject({
      left: 10,
      required: false,
      enabledTime: expect.any(String),
    })
  })

  // Before: the right code was called wrong, and the person set the clock of a good phone.
  it('was switched off elsewhere: an open page is told so, whatever is typed, and no try is counted', async () => {
    const { secret } = await bind('fin1')
    expect((await post('fin1', secondFactor.disable, { code: now(secret) })).success).toBe(true)
    clock.advance(30_000)
    const off = { success: false, code: 'FACTOR_OFF', msg: '动态验证码已在别处关闭' }
    for (let n = 0; n < 6; n++) expect(await post('fin1', secondFactor.renew, { code: now(secret) })).toMatchObject(off)
    expect(await post('fin1', secondFactor.disable, { code: '000000' })).toMatchObject(off)
    expect(await post('fin1', secondFactor.confirm, { code: now(secret) })).toMatchObject(off)
    // None of them locks the next binding.
    const next = await bind('fin1')
    // Before: only the log-in took a code as the apps show it, or in full width.
    const shown = now(next.secret)
    const wide = shown.replaceAll(/\d/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))
    expect((await post('fin1', secondFactor.renew, { code: `${wide.slice(0, 3)} ${wide.slice(3)}` })).success).toBe(true)
    const id = await idOf('fin1')
    await t.kernel.db.transaction().execute((db) => removeFactor(db, id))
  })

  it('the right password alone opens nothing; it needs ticket and code, each of them once', async () => {
    const { secret } = await bind('dept1')
    const refusedLogIn = await enter('dept1')
    expect(refusedLogIn).toMatchObject({ success: false, code: 'MFA_REQUIRED', data: { enrol: false } })
    expect(JSON.stringify(refusedLogIn)).not.toContain('refreshToken')
    expect((await enter('dept1', 'Wrong@2026')).code).toBe('LOGIN_REFUSED')
    const { ticket } = refusedLogIn.data
    expect((await second('x'.repeat(43), now(secret))).code).toBe('TICKET_OVER')
    expect((await second(ticket, '')).fields?.[0]?.path).toBe('code')
    expect((await second(ticket, 'abc')).fields).toEqual([{ path: 'code', message: '请输入 6 位数字，或一个恢复码' }])
    const code = now(secret)
    const opened = await second(ticket, code)
    expect(opened.data).toEqual({ token: expect.any(String), refreshToken: expect.any(String) })
    const info = await t.http.inject({ url: '/sys/activeUser/info', headers: { authorization: opened.data.token } })
    expect(info.json().data.user.userName).toBe('dept1')
    // The ticket and the code are both consumed.
    clock.advance(30_000)
    expect((await second(ticket, now(secret))).code).toBe('TICKET_OVER')
    const again = await ticketOf('dept1')
    expect((await second(again, code)).code).toBe('SECOND_WRONG')
    expect((await second(again, now(secret))).success).toBe(true)
  })

  it('accepts the code of the step before and after, no older one; a ticket is valid for two minutes', async () => {
    const { secret } = await bind('dept2')
    const old = codeAt(secret, new Date(clock.now().getTime() - 60_000))
    const ticket = await ticketOf('dept2')
    expect((await second(ticket, old)).code).toBe('SECOND_WRONG')
    expect((await second(ticket, codeAt(secret, new Date(clock.now().getTime() + 30_000)))).success).toBe(true)
    clock.advance(120_000)
    const late = await ticketOf('dept2')
    clock.advance(121_000)
    expect((await second(late, now(secret))).code).toBe('TICKET_OVER')
  })

  it('five wrong codes lock the second step of the account, for every ticket; the audit gives the reason', async () => {
    const { secret } = await bind('leader1')
    for (let n = 0; n < 5; n++) expect((await second(await ticketOf('leader1'), '000000')).code).toBe('SECOND_WRONG')
    const locked = await second(await ticketOf('leader1'), now(secret))
    expect(locked).toMatchObject({ code: 'LOCKED', msg: '动态验证码错误次数过多，请 15 分钟后再试，或联系安全管理员' })
    const rows = await t.kernel.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'login')
      .where('object_id', '=', String(await idOf('leader1')))
      .where('result', '=', 'refused')
      .execute()
    expect(rows.map(({ detail }) => (detail as { why: string }).why)).toContain('second factor locked')
    clock.advance(15 * 60_000 + 1000)
    expect((await second(await ticketOf('leader1'), now(secret))).success).toBe(true)
  })

  it('a security officer unlocks every step of another account, and nobody their own', async () => {
    const { secret } = await bind('market1')
    const id = await idOf('market1')
    const row = async () => (await t.as('security1').get('/sys/user/list', { name: 'market1' })).body.data.list[0]
    const unlock = async (who: string, of: number) => (await t.as(who).post(identity.unlock.path, { id: of })).body
    const ticket = await ticketOf('market1')
    for (let n = 0; n < 5; n++) await second(ticket, '000000')
    expect((await second(ticket, now(secret))).code).toBe('LOCKED')
    expect(await row()).toMatchObject({ locked: true })
    expect((await unlock('admin1', id)).code).toBe('FORBIDDEN')
    expect((await unlock('security1', id)).data).toBe(true)
    expect(await row()).toMatchObject({ locked: false })
    expect((await auditTrail(t.kernel, 'user.unlock')).at(-1)?.detail).toMatchObject({
      before: { state: '已锁定' },
      after: { state: '未锁定' },
    })
    expect((await second(ticket, now(secret))).success).toBe(true)
    // The own password, asked again before a binding (ADR 0978) or for a change, has its own counter.
    const { data: tokens } = await enter('market2')
    const page = personWith(t.http, () => Promise.resolve(tokens))
    const confirm = async (password: string) => (await confirmPassword(t.http, page, password)).body
    for (let n = 0; n < 5; n++) await confirm('Wrong@2026')
    expect((await confirm(PASSWORD)).code).toBe('LOCKED')
    expect((await unlock('security1', await idOf('market2'))).data).toBe(true)
    expect((await confirm(PASSWORD)).success).toBe(true)
    // With a stolen session an own unlocking would allow any number of tries.
    expect(await unlock('security1', await idOf('security1'))).toMatchObject({ success: false, code: 'OWN_WORK' })
  })

  it('the owner is told of every change, of a used recovery code, and once of a lock by wrong codes', async () => {
    const told = async () =>
      ((await t.as('dept4').get('/sys/notice/list', { pageSize: 50 })).body.data.list as { title: string }[])
        .map(({ title }) => title)
        .filter((title) => /动态验证码|恢复码/.test(title))
        .toReversed()
    const { secret, codes } = await bind('dept4')
    await second(await ticketOf('dept4'), codes[0]!)
    expect(await told()).toEqual(['您的账号开启了动态验证码', '您的账号用恢复码登录，这个恢复码随即作废'])
    await post('dept4', secondFactor.renew, { code: now(secret) })
    for (let n = 0; n < 6; n++) await second(await ticketOf('dept4'), '000000')
    clock.advance(20 * 60_000)
    await post('dept4', secondFactor.disable, { code: now(secret) })
    expect((await told()).slice(2)).toEqual([
      '您的恢复码已重新生成，原来的作废',
      '您的账号登录时动态验证码连续输错，已锁定 15 分钟',
      '您的账号关闭了动态验证码',
    ])
  })

  it('a recovery code opens one log-in; new ones void the old ones', async () => {
    const { secret, codes } = await bind('editor1')
    expect((await second(await ticketOf('editor1'), codes[0]!.toUpperCase())).success).toBe(true)
    const spent = '这个恢复码已经用过，请换一个没有用过的'
    expect(await second(await ticketOf('editor1'), codes[0]!)).toMatchObject({ code: 'SECOND_WRONG', msg: spent })
    const never = '恢复码错误，请核对后重新输入'
    expect(await second(await ticketOf('editor1'), 'aaaaa-aaaaa')).toMatchObject({ code: 'SECOND_WRONG', msg: never })
    const renewed = (await post('editor1', secondFactor.renew, { code: now(secret) })).data.codes as string[]
    expect(await second(await ticketOf('editor1'), codes[0]!)).toMatchObject({ code: 'SECOND_WRONG', msg: never })
    expect((await second(await ticketOf('editor1'), renewed[1]!.replace('-', ''))).success).toBe(true)
    expect((await t.as('editor1').get(secondFactor.find.path)).body.data.left).toBe(9)
    // Typed with a blank for the hyphen, in capitals, or in full width it is the same code.
    const wide = (code: string) => [...code].map((c) => (c === '-' ? '－' : String.fromCharCode(c.charCodeAt(0) + 0xfee0))).join('')
    for (const [n, typed] of [(c: string) => c.replace('-', ' '), (c: string) => ` ${c.toUpperCase().replace('-', '　')} `, wide].entries())
      expect((await second(await ticketOf('editor1'), typed(renewed[5 + n]!))).success, String(n)).toBe(true)
    // A code belongs to its account.
    expect((await second(await ticketOf('front1'), renewed[2]!)).code).toBe('SECOND_WRONG')
  })

  it('is disabled with a recovery code by somebody whose phone is lost, who then binds a new phone', async () => {
    const { codes } = await bind('op1')
    const disable = async (code: string) => post('op1', secondFactor.disable, { code })
    expect((await second(await ticketOf('op1'), codes[0]!)).success).toBe(true)
    const refused = [{ path: 'code', message: '恢复码错误，请核对后重新输入' }]
    expect((await disable(codes[0]!)).fields).toEqual([{ path: 'code', message: '这个恢复码已经用过，请换一个没有用过的' }])
    expect((await disable('aaaaa-aaaaa')).fields).toEqual(refused)
    expect((await disable('12')).fields).toEqual([{ path: 'code', message: '请输入 6 位数字，或一个恢复码' }])
    // New recovery codes are given only to the phone: a found sheet of codes does not renew itself.
    expect((await post('op1', secondFactor.renew, { code: codes[1]! })).fields).toEqual([{ path: 'code', message: '请输入 6 位数字' }])
    expect((await disable(codes[1]!)).success).toBe(true)
    expect((await enter('op1')).success).toBe(true)
    clock.advance(60_000)
    await bind('op1')
    // A code of the former phone's sheet is void.
    expect((await disable(codes[2]!)).fields).toEqual(refused)
  })

  it('is removed by its owner with a code, or at the server (two security officers: reset.test.ts)', async () => {
    const { secret } = await bind('fin1')
    expect((await post('fin1', secondFactor.disable, { code: '000000' })).fields?.[0]?.path).toBe('code')
    expect((await post('fin1', secondFactor.disable, { code: now(secret) })).success).toBe(true)
    expect((await enter('fin1')).success).toBe(true)
    clock.advance(60_000)
    await bind('fin1')
    await removeFactorByName(t.kernel, systemCall('test'), 'fin1')
    expect((await enter('fin1')).success).toBe(true)
  })
})

describe('本平台要求的动态验证码', () => {
  let strict: TestApp
  const pass = async (who: string) => (await logIn(strict.http, who, PASSWORD, 't3st')).body as unknown as Answer
  const step = async (path: string, fields: Record<string, string>) =>
    (
      await strict.http.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
    ).json()
  beforeAll(async () => {
    strict = await testApp({ clock, env: { MFA: 'admins' } })
  })

  it('is required from the three administrators only; an app is bound at the first log-in', async () => {
    expect((await pass('dept4')).success).toBe(true)
    const first = await pass('audit1')
    expect(first).toMatchObject({ code: 'MFA_REQUIRED', data: { enrol: true } })
    const { ticket } = first.data
    const { secret } = (await step(secondStep.enrolSecond.path, { ticket })).data
    expect((await step(secondStep.loginSecond.path, { ticket, code: '000000' })).code).toBe('SECOND_WRONG')
    const opened = await step(secondStep.loginSecond.path, { ticket, code: codeAt(secret, clock.now()) })
    expect(opened.success).toBe(true)
    expect((await step(secondStep.enrolSecond.path, { ticket })).code).toBe('TICKET_OVER')
    // Whoever binds here has recovery codes from the first log-in on; later log-ins show none.
    expect(new Set(opened.data.recoveryCodes).size).toBe(10)
    const again = await pass('audit1')
    expect(again).toMatchObject({ code: 'MFA_REQUIRED', data: { enrol: false } })
    const [code] = opened.data.recoveryCodes
    const recovered = await step(secondStep.loginSecond.path, { ticket: again.data.ticket, code })
    expect(Object.keys(recovered.data).toSorted()).toEqual(['refreshToken', 'token'])
    clock.advance(30_000)
    const off = await strict.http.inject({
      method: 'POST',
      url: secondFactor.disable.path,
      headers: { authorization: opened.data.token },
      payload: { code: codeAt(secret, clock.now()) },
    })
    expect(off.json()).toMatchObject({ success: false, code: 'REQUIRED' })
  })

  it('binds only the secret that this log-in ticket was shown; a bound app ends the other tickets', async () => {
    const tickets = [(await pass('security2')).data.ticket, (await pass('security2')).data.ticket] as const
    const [seen, own] = [
      (await step(secondStep.enrolSecond.path, { ticket: tickets[0] })).data.secret,
      (await step(secondStep.enrolSecond.path, { ticket: tickets[1] })).data.secret,
    ]
    expect(own).not.toBe(seen)
    expect((await step(secondStep.enrolSecond.path, { ticket: tickets[1] })).data.secret).toBe(own)
    const confirm = (ticket: string, secret: string) => step(secondStep.loginSecond.path, { ticket, code: codeAt(secret, clock.now()) })
    expect((await confirm(tickets[1], seen)).code).toBe('SECOND_WRONG')
    // The ticket lasts as long as the secret that was scanned with it.
    clock.advance(10 * 60_000)
    expect((await confirm(tickets[1], own)).success).toBe(true)
    expect((await confirm(tickets[0], seen)).code).toBe('TICKET_OVER')
    expect((await step(secondStep.enrolSecond.path, { ticket: tickets[0] })).code).toBe('TICKET_OVER')
    clock.advance(60_000)
    const later = (await pass('security2')).data
    expect(later.enrol).toBe(false)
    expect((await confirm(later.ticket, seen)).code).toBe('SECOND_WRONG')
    expect((await confirm(later.ticket, own)).success).toBe(true)
  })

  it('a user with an app cannot be made to bind another at the log-in', async () => {
    const { ticket } = (await pass('audit1')).data
    expect((await step(secondStep.enrolSecond.path, { ticket })).code).toBe('TICKET_OVER')
  })
})
