import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { Browser } from '../sso/testing/browser.ts'

const clock = movableClock()
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const ZZD = '/sys/activeUser/loginByZzdAccountId'
const asked = async (browser: Browser, path: string, form: Record<string, string>) =>
  new URL(String((await browser.go(path, form)).location), 'http://127.0.0.1:3000').searchParams
/** The app opens our page with its data about the person. */
const fromApp = async (browser: Browser, account: string) => {
  const params = await asked(browser, '/demo-parent/zzd/authorize', { account })
  return { accountId: params.get('accountId')!, token: params.get('token')!, name: params.get('name')! }
}
/** Leaves with a state of ours and returns with a ticket. */
const fromPlatform = async (browser: Browser, code: 'zml' | 'szjj', account: string) => {
  const out = String((await browser.go(`/sys/sso/${code}?redirect=/work/mypolicy`)).location)
  const params = await asked(browser, out, { account })
  return { ticket: params.get('ticket')!, state: params.get('state')!, redirect: params.get('redirect'), from: params.get('from') }
}
const zml = ({ ticket, state }: { ticket: string; state: string }) => `/sys/activeUser/zmlLogin?ticket=${ticket}&state=${state}`
const who = async (token: string) =>
  (await t.http.inject({ url: '/sys/activeUser/info', headers: { authorization: token } })).json().data?.user
const lastLogin = () =>
  t.database.db.selectFrom('audit_log').select(['detail', 'result']).where('action', '=', 'login').orderBy('id', 'desc').executeTakeFirst()

describe('log-in from 浙政钉 (A-07)', () => {
  it('opens the account that the platform names; another account or name in the address is refused and recorded', async () => {
    const browser = new Browser(t)
    const good = await fromApp(browser, 'demo-zzd-dept1')
    expect(await browser.call(ZZD, { ...good, accountId: 'demo-zzd-leader1' })).toMatchObject({ success: false, code: 'TICKET_INVALID' })
    expect(await lastLogin()).toEqual({ result: 'refused', detail: { variant: 'zzd', why: 'CLAIM' } })
    expect((await browser.call(ZZD, { ...(await fromApp(browser, 'demo-zzd-dept1')), name: '别人' })).code).toBe('TICKET_INVALID')
    const answer = await browser.call(ZZD, await fromApp(browser, 'demo-zzd-dept1'))
    expect(answer).toEqual({ success: true, data: { token: expect.stringMatching(/^[\w-]{43}$/), refreshToken: expect.any(String) } })
    expect(await who(answer.data.token)).toMatchObject({ userName: 'dept1', type: 'YYF' })
    expect(await lastLogin()).toEqual({ result: 'ok', detail: { variant: 'zzd' } })
  })

  it('works under /sys/user too, and needs only the code of the app (A07)', async () => {
    const browser = new Browser(t)
    const { token } = await fromApp(browser, 'demo-zzd-front1')
    expect((await browser.call('/sys/user/loginByZzdAccountId', { token })).success).toBe(true)
    expect((await browser.call(ZZD, {})).fields?.[0]).toMatchObject({ path: 'token', message: '缺少登录票据' })
  })

  it('accepts a code once within five minutes, and never a forged one', async () => {
    const browser = new Browser(t)
    const good = await fromApp(browser, 'demo-zzd-dept1')
    expect((await browser.call(ZZD, good)).success).toBe(true)
    expect((await browser.call(ZZD, good)).code).toBe('TICKET_INVALID')
    expect((await browser.call(ZZD, { token: 'made-up' })).code).toBe('TICKET_INVALID')
    const late = await fromApp(browser, 'demo-zzd-dept1')
    clock.advance(301_000)
    expect((await browser.call(ZZD, late)).code).toBe('TICKET_INVALID')
  })

  it('creates no staff, and refuses disabled users', async () => {
    const browser = new Browser(t)
    const first = await fromApp(browser, 'demo-zzd-editor1')
    await t.database.db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'editor1').execute()
    expect((await browser.call(ZZD, first)).success).toBe(false)
    await t.database.db.updateTable('sys_user').set({ enabled: true, account_id: null }).where('user_name', '=', 'editor1').execute()
    const gone = await fromApp(browser, 'demo-zzd-leader1')
    await t.database.db.updateTable('sys_user').set({ account_id: 'other' }).where('user_name', '=', 'leader1').execute()
    expect((await browser.call(ZZD, gone)).success).toBe(false)
    await t.database.db.updateTable('sys_user').set({ account_id: 'demo-zzd-leader1' }).where('user_name', '=', 'leader1').execute()
  })

  it('never replaces the session of another user before that user has logged out (O-01)', async () => {
    const browser = new Browser(t)
    const front = (await browser.call(ZZD, await fromApp(browser, 'demo-zzd-front1'))).data.token
    const dept = await fromApp(browser, 'demo-zzd-dept1')
    const refusal = await browser.call(ZZD, dept, front)
    expect(refusal).toMatchObject({ success: false, code: 'OTHER_SESSION', msg: expect.stringMatching(/以“.+”身份继续？/) })
    expect(await who(front)).toMatchObject({ userName: 'front1' })
    expect((await new Browser(t).call(ZZD, dept)).code, 'another browser').toBe('TICKET_INVALID')
    const answer = await browser.call(ZZD, dept)
    expect(await who(answer.data.token)).toMatchObject({ userName: 'dept1' })
    expect((await browser.call(ZZD, dept)).code).toBe('TICKET_INVALID')
  })

  it('shows what the user can open on the phone, without folders and hidden entries', async () => {
    const browser = new Browser(t)
    const { token } = (await browser.call(ZZD, await fromApp(browser, 'demo-zzd-front1'))).data
    const { menuList, permissions } = (await browser.call('/sys/activeUser/getDingMenus', undefined, token)).data
    expect(menuList.length).toBeGreaterThan(3)
    expect(
      menuList.every(
        ({ url, hidden, children }: { url: string; hidden: boolean; children: [] }) => url && !hidden && children.length === 0,
      ),
    ).toBe(true)
    expect(permissions).toContain('declaration:accept')
    expect((await browser.call('/sys/activeUser/getDingMenus')).success).toBe(false)
    expect((await browser.call('/sys/user/getDingMenus')).success).toBe(false)
    expect((await browser.call('/sys/user/getDingMenus', undefined, token)).data).toEqual({ menuList, permissions })
  })
})

describe.each(['zml', 'szjj'] as const)('log-in from %s', (code) => {
  const enter = (browser: Browser, from: { ticket: string; state: string }, token?: string) =>
    code === 'zml'
      ? browser.call(zml(from), undefined, token)
      : browser.call('/sys/activeUser/szjjLogin', { ticket: from.ticket, state: from.state }, token)

  it('returns a company to where it was, as the company of that credit code', async () => {
    const browser = new Browser(t)
    const from = await fromPlatform(browser, code, 'demo-qy1')
    expect([from.from, from.redirect]).toEqual([code, '/work/mypolicy'])
    const answer = await enter(browser, from)
    expect(answer).toEqual({ success: true, data: { token: expect.any(String), refreshToken: expect.any(String) } })
    expect(await who(answer.data.token)).toMatchObject({ type: 'QY', companyName: expect.stringContaining('星澜精密轴承') })
    const again = await enter(browser, await fromPlatform(browser, code, 'demo-qy1'))
    expect((await who(again.data.token)).id, 'the same account the second time').toBe((await who(answer.data.token)).id)
  })

  it('needs the state of this browser, once, and a ticket of this platform within a minute', async () => {
    const browser = new Browser(t)
    const from = await fromPlatform(browser, code, 'demo-gr1')
    expect((await enter(new Browser(t), from)).code, 'somebody led another browser here').toBe('TICKET_INVALID')
    expect((await enter(browser, { ...from, state: 'made-up' })).code).toBe('TICKET_INVALID')
    expect((await enter(browser, from)).success).toBe(true)
    expect((await enter(browser, from)).code).toBe('TICKET_INVALID')
    const other = await fromPlatform(browser, code === 'zml' ? 'szjj' : 'zml', 'demo-gr1')
    expect((await enter(browser, other)).code, 'a state of the other platform').toBe('TICKET_INVALID')
    const late = await fromPlatform(browser, code, 'demo-gr1')
    clock.advance(61_000)
    expect((await enter(browser, late)).code).toBe('TICKET_INVALID')
  })

  it('works under /sys/user too (A07), and there too only with a ticket of this browser', async () => {
    // The failures of the tests before count no more.
    clock.advance(301_000)
    const under = (browser: Browser, { ticket, state }: { ticket: string; state: string }) =>
      code === 'zml'
        ? browser.call(`/sys/user/zmlLogin?${new URLSearchParams({ ticket, state })}`)
        : browser.call('/sys/user/szjjLogin', { code: ticket, state })
    const browser = new Browser(t)
    const from = await fromPlatform(browser, code, 'demo-gr1')
    expect((await under(new Browser(t), from)).code).toBe('TICKET_INVALID')
    expect((await under(browser, { ...from, ticket: 'made-up' })).code).toBe('TICKET_INVALID')
    const good = await fromPlatform(browser, code, 'demo-gr1')
    const { data } = await under(browser, good)
    expect(await who(data.token)).toMatchObject({ type: 'GR' })
    expect(await lastLogin()).toEqual({ result: 'ok', detail: { variant: code } })
    expect((await under(browser, good)).code).toBe('TICKET_INVALID')
  })

  it('asks before it ends another person’s session', async () => {
    const browser = new Browser(t)
    const first = (await enter(browser, await fromPlatform(browser, code, 'demo-gr1'))).data.token
    const from = await fromPlatform(browser, code, 'demo-qy2')
    expect((await enter(browser, from, first)).code).toBe('OTHER_SESSION')
    // The account that this made is not an act of the person who is still logged in, and neither is a refused ticket.
    const by = await made(`${code}:demo-qy2`)
    expect(by).toEqual({ actor_id: null, granted_by: null })
    expect((await enter(browser, { ticket: 'made-up', state: 'made-up' }, first)).code).toBe('TICKET_INVALID')
    expect(
      await t.database.db.selectFrom('audit_log').select('actor_id').where('action', '=', 'login').orderBy('id', 'desc').executeTakeFirst(),
    ).toEqual({ actor_id: null })
    expect((await enter(browser, from)).success).toBe(true)
  })
})

/** Who is said to have created the account of a subject, and to have granted its role. */
const made = (subject: string) =>
  t.database.db
    .selectFrom('sys_user as u')
    .innerJoin('user_role as r', 'r.user_id', 'u.id')
    .innerJoin('audit_log as l', (j) => j.on('l.action', '=', 'user.create').on((e) => e('l.object_id', '=', sql<string>`u.id::text`)))
    .where('u.account_id', '=', subject)
    .select(['l.actor_id', 'r.granted_by'])
    .executeTakeFirst()

describe('the settings of 平台管理', () => {
  const rowOf = async (login: string) =>
    (
      await t.as('admin1').get<{ list: { id: number; version: number; login: string }[] }>('/sys/platform/list', { pageSize: 50 })
    ).body.data.list.find((row) => row.login === login)!
  const change = async (login: string, more: object) => {
    const { id, version } = await rowOf(login)
    const base = { name: '兄弟平台', url: 'https://zml.example.gov.cn/out', protocol: 'ticket', login, hosts: ['zml.example.gov.cn'] }
    return (await t.as('admin1').post('/sys/platform/saveOrUpdate', { id, version, ...base, ...more })).body
  }
  it('a disabled platform lets nobody in; a log-in belongs to one platform', async () => {
    expect((await change('zml', { enableFlag: 0 })).success).toBe(true)
    const browser = new Browser(t)
    expect((await browser.call(zml(await fromPlatform(browser, 'zml', 'demo-qy1')))).code).toBe('PARENT_OFF')
    expect((await change('zml', { enableFlag: 1 })).success).toBe(true)
    expect((await change('zml', { login: null })).fields?.[0]).toMatchObject({ path: 'login', message: '请选择登录方式' })
    expect((await change('zml', { login: 'zzd' })).fields?.[0]?.path).toBe('login')
  })
  it('log-out ends the session here and returns to the page that stands in for the platform', async () => {
    const browser = new Browser(t)
    expect((await browser.call('/sys/activeUser/zmlLogout')).success).toBe(false)
    const { token } = (await browser.call(zml(await fromPlatform(browser, 'zml', 'demo-qy1')))).data
    const { url } = (await browser.call('/sys/user/zmlLogout', undefined, token)).data as { url: string }
    expect(await who(token)).toBeUndefined()
    const page = await t.http.inject({ url })
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('已退出登录')])
  })
  it('a configured platform is left to its address in 平台管理, also when only its settings are of the demo', async () => {
    const env = { ZML_URL: 'https://zml.example.gov.cn', ZML_APP: 'qifu', ZML_SECRET: 'a secret of the sibling platform 0001' }
    const configured = await testApp({ clock, env })
    expect((await configured.as('qy1').get('/sys/activeUser/zmlLogout')).body.data).toEqual({ url: 'https://zml.example.gov.cn/' })
  })
})

it('a ticket is sent only to our own addresses', async () => {
  const browser = new Browser(t)
  for (const redirect_uri of [
    'https://evil.example/login/platform',
    'http://127.0.0.1:3000@evil.example/login/platform',
    'http://127.0.0.1:3000/page/home',
  ])
    expect(
      (await browser.go(`/demo-parent/zml/authorize?${new URLSearchParams({ state: 's', redirect_uri })}`, { account: 'demo-qy1' })).status,
    ).toBe(400)
})
