import { describe, expect, test } from 'vitest'
import { messages } from '../../contract/messages.ts'
import { codeIn, loginByAddress } from './auth-code.ts'
import { openOutside } from './outside.ts'
import { fakeBrowser, ok, refuse, type Sent } from './testing/fake-browser.ts'
import { openPage } from './testing/page.ts'
import { RENEW_BEFORE_MS, TOKEN_LIFE_MS, watchSession } from './watch.ts'

const menu = (url: string, more: object = {}) => ({ id: 1, order: 1, name: url, url, ...more })
const quiet = (page: ReturnType<typeof openPage>) => ({
  production: true,
  active: () => false,
  forcedOut: () => page.account.forceOut(),
  warn: (_end: number | null) => {},
})
/** A server with one user and one token pair. */
const server =
  (type = 'QY', more: (sent: Sent) => Response | undefined = () => undefined) =>
  (sent: Sent): Response => {
    const own = more(sent)
    if (own) return own
    if (/\/login(ByAuthCode)?$/.test(sent.path)) return ok({ token: 'T1', refreshToken: 'R1', accessToken: 'A1' })
    if (sent.path.endsWith('/info')) return ok({ user: { id: 1, name: '甲公司', type } })
    if (sent.path.endsWith('/getMenus')) return ok({ menuList: [menu('/work/mypolicy')], permissions: ['policy:view'] })
    return ok(null)
  }
const form = { userName: 'u', password: 'sealed', verifiCode: 'abcd', codeId: 'p1' }

describe('log-in and log-out (spec §4)', () => {
  test('K090: log-in clears stale data first, the token of the older product too, then stores tokens, user, menus and permissions', async () => {
    const browser = fakeBrowser(server())
    const page = openPage(browser)
    page.store.setProtocol('02')
    page.store.setMenus([menu('/work/old')], ['old'])
    browser.cookies.set('token', 'OLD').set('qftToken', 'Q')
    await page.account.login(form)
    expect(browser.sent[0]?.headers.authorization).toBeUndefined()
    expect(Object.fromEntries(browser.cookies)).toEqual({ token: 'T1', refreshToken: 'R1' })
    expect(page.store.protocol()).toBeUndefined()
    expect(page.store.menus().map((m) => m.url)).toEqual(['/work/mypolicy'])
    expect(page.store.permissions()).toEqual(['policy:view'])
    expect(page.store.viewer()).toEqual({ type: 'QY', name: '甲公司' })
  })

  test('userInfo is kept in the frame of the specification; the user alone, as it was kept before, is read as well (H45, §3)', async () => {
    const page = openPage(fakeBrowser(server()))
    await page.account.login(form)
    expect(JSON.parse(page.ports.storage.getItem('userInfo')!)).toEqual({ user: { id: 1, name: '甲公司', type: 'QY' } })
    page.ports.storage.setItem('userInfo', JSON.stringify({ id: 2, name: '乙', type: 'GR' }))
    page.store.touch()
    expect(page.store.user()).toMatchObject({ id: 2, type: 'GR' })
  })

  test('a user whose token was exchanged while the user was read stays known when the next answer is lost', async () => {
    let busy = false
    const browser = fakeBrowser(
      server('YYF', ({ path, headers }) => {
        if (path.endsWith('/refreshToken')) return ok({ token: 'TOKEN-02', refreshToken: 'R2' })
        if (!path.endsWith('/info')) return undefined
        return busy
          ? new Response('', { status: 503 })
          : headers.authorization === 'TOKEN-01'
            ? refuse({ msg: '您的权限已变更' }, 403)
            : undefined
      }),
    )
    browser.cookies.set('token', 'TOKEN-01').set('refreshToken', 'R1')
    const page = openPage(browser)
    await page.account.ensureLoaded()
    expect(browser.cookies.get('token')).toBe('TOKEN-02')
    expect(page.store.userIsOfToken()).toBe(true)
    busy = true
    await page.account.load()
    expect(page.store.user()).toMatchObject({ name: '甲公司' })
  })

  test('a lost answer is requested once more; without an answer the user is unknown until a later attempt', async () => {
    let lost = 1
    const browser = fakeBrowser(
      server('QY', (s) => (s.path.endsWith('/info') && lost-- > 0 ? new Response('', { status: 500 }) : undefined)),
    )
    browser.cookies.set('token', 'T1')
    const page = openPage(browser)
    await page.account.ensureLoaded()
    expect(page.store.user()?.name).toBe('甲公司')
    lost = 2
    const next = openPage(browser)
    await next.account.ensureLoaded()
    expect([next.store.user(), next.store.token(), next.toasts]).toEqual([undefined, 'T1', []])
    await next.account.ensureLoaded()
    expect(next.store.user()?.name).toBe('甲公司')
  })

  test('a refused sign-in stores nothing', async () => {
    const browser = fakeBrowser(() => refuse({ description: '用户名或密码错误' }))
    const page = openPage(browser)
    await expect(page.account.login(form)).rejects.toThrow('用户名或密码错误')
    expect([...browser.cookies.keys()]).toEqual([])
    expect(page.toasts).toEqual([])
  })

  test.each([
    ['QY', '/'],
    ['GR', '/'],
    ['YYF', '/login'],
    ['XX', '/login'],
  ])('K068 K069 K070 K094 K095: log-out of %s clears everything and leads to %s', async (type, target) => {
    const browser = fakeBrowser(server(type))
    const page = openPage(browser)
    const other = openPage(browser)
    await page.account.login(form)
    await page.account.logout()
    expect(browser.sent.some((s) => s.path === '/sys/activeUser/logout' && s.headers.authorization === 'T1')).toBe(true)
    expect([...browser.cookies.keys()]).toEqual([])
    expect([page.store.user(), page.store.accessToken(), page.store.menus()]).toEqual([undefined, undefined, []])
    expect(page.went).toEqual([target])
    expect(other.heard).toEqual(['login', 'leaving', 'logout'])
  })

  test('who came by 浙政钉 logs out to its log-in, which does not log in again at once', async () => {
    const out = async (loginWay: string | undefined, href?: string) => {
      const user = { id: 1, name: '甲', type: 'YYF', loginWay }
      const browser = fakeBrowser(server('YYF', ({ path }) => (path.endsWith('/info') ? ok({ user }) : undefined)))
      const page = openPage(browser, href ? { href } : {})
      await page.account.login(form)
      await page.account.logout()
      return page.went
    }
    expect(await out('zzd')).toEqual(['/zzd/login?out=1'])
    expect(await out(undefined, 'https://qifu.example/zzd/home')).toEqual(['/zzd/login?out=1'])
    expect(await out('password')).toEqual(['/login'])
  })

  test('sign-out works without the server', async () => {
    const browser = fakeBrowser(server('YYF', (s) => (s.path.endsWith('/logout') ? new Response('', { status: 500 }) : undefined)))
    const page = openPage(browser)
    await page.account.login(form)
    await page.account.logout()
    expect([...browser.cookies.keys()]).toEqual([])
    expect(page.toasts).toEqual([])
  })

  describe('M063: the change of the own password', () => {
    const sealed = { oldPassword: 'sealed1', newPassword: 'sealed2' }
    test('that is refused keeps the session', async () => {
      const browser = fakeBrowser(server('YYF', (s) => (s.path.endsWith('/savePwd') ? refuse({ description: '旧密码错误' }) : undefined)))
      const page = openPage(browser)
      await page.account.login(form)
      await expect(page.account.changePassword(sealed)).rejects.toThrow('旧密码错误')
      expect([page.store.token(), page.went, page.toasts, page.account.isLeaving()]).toEqual(['T1', [], [], false])
    })

    test('saves what is typed before, and leaves at once for the log-in, which says why; a late 401 says nothing else', async () => {
      let ended = false
      const changed = Promise.withResolvers<Response>()
      const others = server('YYF', () => (ended ? new Response('{"msg":"密码已修改，请用新密码登录"}', { status: 401 }) : undefined))
      const browser = fakeBrowser((s) => (s.path.endsWith('/savePwd') ? changed.promise : others(s)))
      const [page, other] = [openPage(browser), openPage(browser)]
      await page.account.login(form)
      browser.sent.length = 0
      const changing = page.account.changePassword(sealed)
      ended = true
      // The live connection ends with the session, and the page asks who is logged in, before the answer to the change is there.
      await page.account.load()
      expect(page.went).toEqual([])
      changed.resolve(ok(true))
      await changing
      expect(page.flushed).toEqual(['drafts'])
      expect(browser.sent.some((s) => s.path === '/sys/user/savePwd')).toBe(true)
      expect(browser.sent.filter((s) => s.path.endsWith('/logout'))).toEqual([])
      expect([...browser.cookies.keys()]).toEqual([])
      expect(page.toasts.map(({ kind, text }) => `${kind} ${text}`)).toEqual([`success ${messages.passwordChanged}`])
      expect(page.went).toEqual(['/login'])
      expect(other.heard).toEqual(['login', 'leaving', 'ended'])
    })
  })

  test('a menu failure gives an empty menu and logs out, after one silent retry', async () => {
    const browser = fakeBrowser(server('YYF', (s) => (s.path.endsWith('/getMenus') ? new Response('', { status: 500 }) : undefined)))
    const page = openPage(browser)
    await page.account.login(form)
    expect(browser.sent.filter((s) => s.path.endsWith('/getMenus'))).toHaveLength(2)
    expect(page.store.menus()).toEqual([])
    expect(page.went).toEqual(['/login'])
  })

  test('a new tab with a token but no user loads user and menus before guards run, once', async () => {
    const browser = fakeBrowser(server())
    browser.cookies.set('token', 'T1')
    const page = openPage(browser)
    expect(page.store.viewer()).toBeUndefined()
    await Promise.all([page.account.ensureLoaded(), page.account.ensureLoaded()])
    expect(browser.sent.map((s) => s.path)).toEqual(['/sys/activeUser/info', '/sys/activeUser/getMenus'])
    expect(page.store.viewer()).toEqual({ type: 'QY', name: '甲公司' })
  })

  test('a page that was left before its menus arrived loads them at the next start', async () => {
    const browser = fakeBrowser(server())
    browser.cookies.set('token', 'T1')
    const page = openPage(browser)
    page.store.setUser({ id: 1, name: '甲公司', type: 'QY' } as never)
    await page.account.ensureLoaded()
    expect(page.store.menus().map((m) => m.url)).toEqual(['/work/mypolicy'])
    await page.account.ensureLoaded()
    expect(browser.sent.filter((s) => s.path.endsWith('/getMenus'))).toHaveLength(1)
  })

  test('a tab with the stored user of another account asks for the token’s user; without an answer the user is unknown', async () => {
    let now: { id: number; name: string; type: string } | null = { id: 2, name: '乙公司', type: 'QY' }
    const browser = fakeBrowser(
      server('QY', (s) => (s.path.endsWith('/info') ? (now ? ok({ user: now }) : new Response('', { status: 500 })) : undefined)),
    )
    browser.cookies.set('token', 'token-of-2')
    const page = openPage(browser)
    await page.account.ensureLoaded()
    expect(page.store.user()?.name).toBe('乙公司')
    // During this tab's visit to the identity provider somebody else logged in, and it missed the message.
    browser.cookies.set('token', 'token-of-1')
    now = { id: 1, name: '甲公司', type: 'QY' }
    await page.account.ensureLoaded()
    expect(page.store.user()?.name).toBe('甲公司')
    now = null
    browser.cookies.set('token', 'token-of-3')
    await page.account.ensureLoaded()
    expect(page.store.user()).toBeUndefined()
  })

  test('a renewed token belongs to the same user, who stays known; the rights that may have changed with it are asked for once', async () => {
    const browser = fakeBrowser(
      server('QY', (s) => (s.path.endsWith('/refreshToken') ? ok({ token: 'T2', refreshToken: 'R2' }) : undefined)),
    )
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const page = openPage(browser)
    await page.account.ensureLoaded()
    await page.refresher.refresh('T1')
    expect([page.store.token(), page.store.user()?.type, page.store.userIsOfToken()]).toEqual(['T2', 'QY', true])
    await page.account.ensureLoaded()
    await page.account.ensureLoaded()
    expect(browser.sent.filter((s) => s.path.endsWith('/getMenus'))).toHaveLength(2)
  })
})

describe('authorization code in the address (spec §4)', () => {
  test.each([
    ['https://h/page/home?code=c1&state=s1', '/page/home'],
    ['https://h/page/home?q=1&code=c1&state=s1&session_state=x#top', '/page/home?q=1#top'],
    ['https://h/#/page?code=c1&state=s1&iss=i', '/#/page'],
  ])('%s', (href, clean) => {
    expect(codeIn(href)).toMatchObject({ code: 'c1', state: 's1', clean })
  })
  test('a code without state is ignored as another parameter', () => {
    expect(codeIn('https://h/page/policyserverdetail?code=P001')).toBeNull()
  })

  test('logs in, stores the three tokens, cleans the address', async () => {
    const browser = fakeBrowser(server())
    const page = openPage(browser, { href: 'https://qifu.example/page/home?code=c1&state=s1' })
    expect(await loginByAddress(page.ports, page.request, page.account)).toBe(true)
    expect(browser.sent[0]).toMatchObject({ path: '/sys/activeUser/loginByAuthCode', body: '{"code":"c1","state":"s1"}' })
    expect(page.href()).toBe('https://qifu.example/page/home')
    expect(page.store.accessToken()).toBe('A1')
    expect(page.went).toEqual(['replace /page/home'])
  })

  test.each([
    ['access_denied', []],
    ['server_error', ['登录未完成，请重新登录']],
  ])('an answer without a code (%s) is taken out of the address', async (error, texts) => {
    const browser = fakeBrowser(server())
    const page = openPage(browser, { href: `https://qifu.example/page/home?error=${error}&error_description=x&state=s1&iss=i` })
    expect(await loginByAddress(page.ports, page.request, page.account)).toBe(false)
    expect(page.href()).toBe('https://qifu.example/page/home')
    expect([browser.sent.length, page.toasts.map((t) => t.text)]).toEqual([0, texts])
  })

  test('a refused code cleans the address too and shows why', async () => {
    const page = openPage(
      fakeBrowser(() => refuse({ description: '登录已失效' })),
      { href: 'https://qifu.example/?code=c1&state=s1' },
    )
    expect(await loginByAddress(page.ports, page.request, page.account)).toBe(false)
    expect(page.href()).toBe('https://qifu.example/')
    expect(page.toasts.map((t) => t.text)).toEqual(['登录已失效'])
  })
})

describe('protocol status (spec §4)', () => {
  test("K033: stored '02' short-circuits; K034: '00' when the server says nothing; another person is asked anew", async () => {
    let status: string | null = null
    const browser = fakeBrowser(
      server('QY', (s) => (s.path.endsWith('queryEntExpansionInfoAuthLog') ? ok({ authStatus: status }) : undefined)),
    )
    const page = openPage(browser)
    await page.account.login(form)
    expect(await page.account.protocolStatus()).toBe('00')
    status = '02'
    expect(await page.account.protocolStatus()).toBe('02')
    const asked = browser.sent.length
    expect(await page.account.protocolStatus()).toBe('02')
    expect(browser.sent).toHaveLength(asked)
    status = null
    await page.account.login(form)
    expect(await page.account.protocolStatus()).toBe('00')
  })
  test('only companies are asked', async () => {
    const browser = fakeBrowser(server('GR'))
    const page = openPage(browser)
    await page.account.login(form)
    const asked = browser.sent.length
    expect(await page.account.protocolStatus()).toBe('00')
    expect(browser.sent).toHaveLength(asked)
  })
})

describe('periodic work', () => {
  const watch = async (production: boolean, invalid: boolean, type = 'QY', unifiedLogoutUrl = 'https://sso.example/logout') => {
    const browser = fakeBrowser(server(type, (s) => (s.path.endsWith('/checkTokenInvalid') ? ok(invalid) : undefined)))
    const page = openPage(browser, { config: { unifiedLogoutUrl } })
    await page.account.login(form)
    watchSession(page.ports, page.store, page.request, page.refresher, { ...quiet(page), production })
    return { browser, page, checks: () => browser.sent.filter((s) => s.path.endsWith('/checkTokenInvalid')).length }
  }
  test.each([
    ['K046', true, 14_412_000],
    ['K047', false, 312_000],
  ])('%s: the token-invalid check', async (_id, production, ms) => {
    const { page, checks } = await watch(production, false)
    await page.pass(ms - 1)
    expect(checks()).toBe(0)
    await page.pass(1)
    expect(checks()).toBe(1)
    expect(page.went).toEqual([])
  })
  test.each([
    ['QY', 'https://sso.example/logout?redirect=https%3A%2F%2Fqifu.example%2F'],
    ['GR', 'https://sso.example/logout?redirect=https%3A%2F%2Fqifu.example%2F'],
    ['YYF', '/login'],
  ])('invalidated elsewhere: %s is logged out and goes to %s', async (type, target) => {
    const { page, browser } = await watch(false, true, type)
    await page.pass(312_000)
    expect([...browser.cookies.keys()]).toEqual([])
    expect(page.went).toEqual([target])
  })
  test('the check is due by the time of the last one, even when pages were loaded meanwhile (H07)', async () => {
    const { browser, page, checks } = await watch(true, false)
    await page.pass(230 * 60_000)
    const reloaded = openPage(browser)
    // The page that was left no longer runs.
    const before = checks()
    watchSession(reloaded.ports, reloaded.store, reloaded.request, reloaded.refresher, quiet(reloaded))
    await reloaded.pass(14_412_000 - 230 * 60_000 - 1)
    expect(checks() - before).toBe(0)
    await reloaded.pass(1)
    expect(checks() - before).toBe(1)
  })
  test('five minutes before an unused session ends the user is warned, and one call continues it (H20)', async () => {
    const browser = fakeBrowser(
      server('YYF', (s) => (s.path.endsWith('/refreshToken') ? ok({ token: 'T2', refreshToken: 'R2' }) : undefined)),
    )
    const page = openPage(browser)
    const told: (number | null)[] = []
    await page.account.login(form)
    const start = browser.at()
    watchSession(page.ports, page.store, page.request, page.refresher, { ...quiet(page), warn: (end) => told.push(end) })
    await page.pass(24 * 60_000)
    expect(told).toEqual([])
    await page.pass(90_000)
    expect(told.at(-1)).toBe(start + 30 * 60_000)
    await page.refresher.refresh(page.store.token(), { early: true })
    await page.pass(30_000)
    expect(told.at(-1)).toBeNull()
    const count = told.length
    await page.pass(20 * 60_000)
    expect(told).toHaveLength(count)
  })
  test('an active page renews five minutes before the end, without a reload; an idle one does not', async () => {
    for (const active of [true, false]) {
      const browser = fakeBrowser(
        server('QY', (s) => (s.path.endsWith('/refreshToken') ? ok({ token: 'T2', refreshToken: 'R2' }) : undefined)),
      )
      const page = openPage(browser)
      await page.account.login(form)
      watchSession(page.ports, page.store, page.request, page.refresher, { ...quiet(page), active: () => active })
      await page.pass(TOKEN_LIFE_MS - RENEW_BEFORE_MS - 60_000)
      expect(browser.cookies.get('token')).toBe('T1')
      await page.pass(90_000)
      expect(browser.cookies.get('token')).toBe(active ? 'T2' : 'T1')
      expect(page.went).toEqual([])
    }
  })
})

describe('ways out (spec §2)', () => {
  const out = 'https://gov.example/a'
  test('a company goes to the signed address, in a tab that opened before the wait', async () => {
    const browser = fakeBrowser(server('QY', (s) => (s.path.endsWith('/getCurrentUserSign') ? ok({ url: `${out}?sign=1` }) : undefined)))
    const page = openPage(browser)
    await page.account.login(form)
    await openOutside(page.ports, page.store, page.request, out)
    expect(page.opened).toEqual([`${out}?sign=1`])
  })
  test.each(['GR', 'YYF'])('%s and visitors go straight', async (type) => {
    const browser = fakeBrowser(server(type))
    const page = openPage(browser)
    await openOutside(page.ports, page.store, page.request, out)
    await page.account.login(form)
    await openOutside(page.ports, page.store, page.request, out)
    expect(page.opened).toEqual([out, out])
    expect(browser.sent.some((s) => s.path.endsWith('/getCurrentUserSign'))).toBe(false)
  })
  test('a platform with a log-in of its own is asked to begin it, for those who have an account at the issuer', async () => {
    const way = `/sys/sso/platform?url=${encodeURIComponent(out)}`
    for (const [type, there] of [
      ['QY', true],
      ['GR', true],
      ['YYF', false],
    ] as const) {
      const page = openPage(fakeBrowser(server(type)))
      await openOutside(page.ports, page.store, page.request, out, true)
      await page.account.login(form)
      await openOutside(page.ports, page.store, page.request, out, true)
      expect(page.opened[0]).toBe(out)
      expect(there ? page.opened[1]!.endsWith(way) : page.opened[1] === out, type).toBe(true)
    }
  })
  test('a page that does not know the user yet asks the server', async () => {
    const browser = fakeBrowser(server('QY', (s) => (s.path.endsWith('/getCurrentUserSign') ? ok({ url: `${out}?sign=1` }) : undefined)))
    await openPage(browser).account.login(form)
    const next = openPage(browser)
    expect(next.store.user()).toBeUndefined()
    await openOutside(next.ports, next.store, next.request, out)
    expect(next.opened).toEqual([`${out}?sign=1`])
  })
  test('after a failed or malformed signature the plain address is used', async () => {
    for (const answer of [() => refuse({ msg: 'x' }), () => ok({ url: 'javascript:alert(1)' })]) {
      const page = openPage(fakeBrowser(server('QY', (s) => (s.path.endsWith('/getCurrentUserSign') ? answer() : undefined))))
      await page.account.login(form)
      await openOutside(page.ports, page.store, page.request, out)
      expect(page.opened).toEqual([out])
      expect(page.toasts).toEqual([])
    }
  })
  test('M001: 进入工作台 goes to the first entry of the menu, or reports that there is none', () => {
    const page = openPage(fakeBrowser(() => ok()))
    page.store.setMenus(
      [menu('/work/b', { order: 2 }), menu('', { order: 1, children: [menu('/work/hidden', { hidden: true }), menu('/work/a')] })],
      [],
    )
    expect(page.account.workbenchAddress()).toBe('/work/a')
    page.store.setMenus([menu('/ecall')], [])
    expect(page.account.workbenchAddress()).toBeNull()
    expect(page.toasts).toEqual([{ kind: 'error', text: messages.noWorkbench, seconds: 5 }])
  })
})
