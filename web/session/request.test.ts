import { describe, expect, test } from 'vitest'
import { messages } from '../../contract/messages.ts'
import type { WireEndpoint } from '../../contract/wire.ts'
import type { ApiError } from './failure.ts'
import { fakeBrowser, ok, refuse } from './testing/fake-browser.ts'
import { openPage } from './testing/page.ts'

const get: WireEndpoint = { method: 'GET', path: '/pol/my/list', as: 'json' }
const post: WireEndpoint = { method: 'POST', path: '/x/save', as: 'json' }
const form: WireEndpoint = { method: 'POST', path: '/x/form', as: 'form' }
const blob: WireEndpoint = { method: 'GET', path: '/x/export', as: 'json', blob: true }
const failing = (run: Promise<unknown>) =>
  run.then(
    () => {
      throw new Error('should have failed')
    },
    (e: ApiError) => e,
  )

describe('errors shown to the user (spec §8)', () => {
  const cases: [string, Response, string, number][] = [
    ['M095 K085 500', new Response('<h1>boom</h1>', { status: 500 }), messages.serverUpdating, 5],
    ['M095 K085 502', new Response('', { status: 502 }), messages.serverUpdating, 5],
    ['M096 K086 404', refuse({ msg: 'no' }, 404), '404，请求路径不存在：/pol/my/list', 5],
    ['M097 K087 504', new Response('<p>gateway</p> slow', { status: 504 }), '网络连接错误：gateway slow', 5],
    ['M098 other, msg first', refuse({ msg: '甲', description: '乙' }, 400), '甲', 5],
    ['M098 other, then description', refuse({ description: '乙' }, 429), '乙', 5],
    ['M098 other, then body', new Response('丙', { status: 418 }), '丙', 5],
    ['M099 success false, description first', refuse({ description: '丁', data: '戊', msg: '己' }), '丁', 5],
    ['M099 success false, then data', refuse({ data: '戊', msg: '己' }), '戊', 5],
    ['M099 success false, data that is no text', refuse({ data: { a: 1 }, msg: '己' }), '己', 5],
    ['no success flag is an error (A50)', Response.json({ data: 1 }), messages.unknownFailure, 5],
  ]
  test.each(cases)('%s', async (_name, response, text, seconds) => {
    const page = openPage(fakeBrowser(() => response))
    const error = await failing(page.request(get))
    expect(error.message).toBe(text)
    expect(page.toasts).toEqual([{ kind: 'error', text, seconds }])
  })

  test('markup and long texts are never shown to the user', async () => {
    const page = openPage(fakeBrowser(() => refuse({ msg: `<script>alert(1)</script>${'长'.repeat(500)}` }, 400)))
    const { message } = await failing(page.request(get))
    expect(message).not.toContain('<')
    expect(message).not.toContain('alert')
    expect(message.length).toBeLessThanOrEqual(200)
  })

  test('no answer at all: 网络异常; an abort by the caller shows nothing', async () => {
    const page = openPage(fakeBrowser(() => Promise.reject(new TypeError('failed to fetch'))))
    expect((await failing(page.request(get))).message).toBe(messages.noResponse)
    const gone = new AbortController()
    gone.abort()
    await failing(page.request(get, {}, { signal: gone.signal }))
    expect(page.toasts).toHaveLength(1)
  })

  test('a wrong number is never sent as an empty value', async () => {
    const browser = fakeBrowser(() => ok(true))
    await openPage(browser).request(post, { body: { sums: [{ amount: NaN }], none: null } })
    expect(browser.sent.map((s) => JSON.parse(String(s.body)))).toEqual([{ sums: [{ amount: 'NaN' }], none: null }])
  })

  test('silent calls show nothing but still fail', async () => {
    const page = openPage(fakeBrowser(() => refuse({ msg: '甲' })))
    expect((await failing(page.request(get, {}, { silent: true }))).message).toBe('甲')
    expect(page.toasts).toEqual([])
  })

  test('staff can ask for the permission of a refused call if an officer can grant it', async () => {
    const refused = async (type: string, msg: string, code = 'FORBIDDEN') => {
      const page = openPage(fakeBrowser(() => refuse({ code, msg })))
      page.store.setUser({ id: 1, name: '江诚', type })
      const error = await failing(page.request(post))
      page.toasts.forEach(({ action }) => action?.run())
      return { lacks: error.lacks, asked: page.asked }
    }
    const lacking = `需要“审核政策”权限，${messages.askOfficer}`
    expect(await refused('YYF', lacking)).toEqual({ lacks: '/x/save', asked: ['/x/save'] })
    const nothing = { lacks: undefined, asked: [] }
    expect(await refused('YYF', '需要“管理角色”权限，只有平台的管理员持有')).toEqual(nothing)
    expect(await refused('YYF', lacking, 'STATE')).toEqual(nothing)
    expect(await refused('QY', lacking)).toEqual(nothing)
  })

  test('a schema error contains its fields and trace', async () => {
    const page = openPage(
      fakeBrowser(() => refuse({ code: 'INVALID', msg: '必填', traceId: 't1', fields: [{ path: 'name', message: '必填' }] }, 400)),
    )
    const error = await failing(page.request(post, { body: {} }))
    expect(error.fields).toEqual([{ path: 'name', message: '必填' }])
    expect([error.code, error.traceId, error.status]).toEqual(['INVALID', 't1', 400])
  })
})

describe('encodings (spec §7)', () => {
  test('json, form, noFormat, query; the raw token in Authorization', async () => {
    const browser = fakeBrowser(() => ok(7))
    browser.cookies.set('token', 'T1')
    const page = openPage(browser)
    expect(await page.request(post, { body: { a: 1 } }, { idempotencyKey: 'k1' })).toBe(7)
    await page.request(form, { body: { a: '政 策', b: [1, 2], c: undefined, d: null } })
    const data = new FormData()
    data.set('file', 'x')
    await page.request(form, { body: data }, { noFormat: true })
    await page.request(get, { query: { page: 1, q: '高新', none: undefined } })
    const [json, urlencoded, raw, query] = browser.sent
    expect(json).toMatchObject({
      body: '{"a":1}',
      headers: { authorization: 'T1', 'content-type': 'application/json', 'idempotency-key': 'k1' },
    })
    expect(urlencoded).toMatchObject({
      body: 'a=%E6%94%BF+%E7%AD%96&b=1&b=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(raw?.body).toBe(data)
    expect(raw?.headers['content-type']).toBeUndefined()
    expect(query?.url).toBe('/pol/my/list?page=1&q=%E9%AB%98%E6%96%B0')
  })

  test('a blob that holds a JSON error is an error, not a file (A49)', async () => {
    const page = openPage(fakeBrowser(() => refuse({ description: '导出失败' })))
    expect((await failing(page.request(blob))).message).toBe('导出失败')
    expect(page.toasts).toHaveLength(1)
  })

  test('a blob comes with its file name', async () => {
    const page = openPage(
      fakeBrowser(
        () =>
          new Response('x', {
            headers: {
              'content-type': 'application/octet-stream',
              'content-disposition': 'attachment; filename="a.xlsx"; filename*=UTF-8\'\'%E6%94%BF%E7%AD%96.xlsx',
            },
          }),
      ),
    )
    expect(await page.request(blob)).toMatchObject({ fileName: '政策.xlsx' })
  })

  test('K045: a call ends after its time-out', async () => {
    const page = openPage(fakeBrowser(() => new Promise<Response>(() => {})))
    expect((await failing(page.request(get, {}, { timeoutMs: 20 }))).message).toBe(messages.noResponse)
  })
})

describe('401, 402, 403 (spec §4, §8; S-03)', () => {
  const person = { id: 1, name: '甲', type: 'QY' }

  test('M092 K050 K083: 401 clears the session, shows the message for 2 s, emits log-out, never calls the server', async () => {
    const browser = fakeBrowser(() => refuse({ code: 'UNAUTHENTICATED' }, 401))
    for (const name of ['token', 'refreshToken', 'qftToken']) browser.cookies.set(name, 'T1')
    const page = openPage(browser)
    page.store.setUser(person)
    page.store.setMenus([{ id: 1, order: 1, name: 'a', url: '/work/a' }], ['x'])
    page.store.setProtocol('02')
    expect((await failing(page.request(get))).status).toBe(401)
    expect([...browser.cookies.keys()]).toEqual([])
    expect([page.store.user(), page.store.menus(), page.store.permissions(), page.store.protocol()]).toEqual([undefined, [], [], undefined])
    expect(page.toasts).toEqual([{ kind: 'error', text: messages.loginTimeout401, seconds: 2 }])
    expect(page.ended).toEqual(['QY'])
    expect(browser.sent).toHaveLength(1)
  })

  test('a session that was ended for a reason is over in the words of the specification; the failed call says the reason', async () => {
    const why = '动态验证码已由安全管理员解除，请重新登录，登录后可以重新绑定'
    const page = openPage(fakeBrowser(() => refuse({ code: 'UNAUTHENTICATED', msg: why }, 401)))
    page.store.setUser(person)
    expect((await failing(page.request(get))).message).toBe(why)
    expect(page.toasts).toEqual([{ kind: 'error', text: messages.loginTimeout401, seconds: 2 }])
    const refused = fakeBrowser((sent) => (sent.path.endsWith('/refreshToken') ? refuse({ msg: why }, 401) : refuse({}, 402)))
    refused.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const renewed = openPage(refused)
    expect((await failing(renewed.request(get))).message).toBe(why)
    expect(renewed.toasts).toEqual([{ kind: 'error', text: messages.loginTimeoutRefresh, seconds: 3 }])
  })

  test('a 401 for an older token leaves the newer session alone', async () => {
    const browser = fakeBrowser(() => {
      browser.cookies.set('token', 'T2')
      return refuse({}, 401)
    })
    browser.cookies.set('token', 'T1')
    const page = openPage(browser)
    await failing(page.request(get))
    expect(browser.cookies.get('token')).toBe('T2')
    expect(page.ended).toEqual([])
  })

  test.each([402, 403])('K084 K052: %d refreshes, stores both tokens, flushes drafts, reloads after 2 s', async (status) => {
    const browser = fakeBrowser((sent) =>
      sent.path.endsWith('/refreshToken') ? ok({ token: 'T2', refreshToken: 'R2' }) : refuse({}, status),
    )
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const page = openPage(browser)
    expect((await failing(page.request(get))).code).toBe('REFRESHED')
    expect(Object.fromEntries(browser.cookies)).toEqual({ token: 'T2', refreshToken: 'R2' })
    expect(browser.sent[1]).toMatchObject({ path: '/sys/activeUser/refreshToken', method: 'GET', headers: { authorization: 'R1' } })
    expect(page.flushed).toEqual(['drafts'])
    await page.pass(1999)
    expect(page.went).toEqual([])
    await page.pass(1)
    expect(page.went).toEqual(['reload'])
    expect(page.toasts).toEqual([])
  })

  test('until it is loaded again for changed rights the page shows its user; it follows the session when it was not left', async () => {
    const browser = fakeBrowser(({ path }) => (path.endsWith('/refreshToken') ? ok({ token: 'T2', refreshToken: 'R2' }) : refuse({}, 403)))
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const page = openPage(browser)
    const user = { id: 3, name: '编辑', type: 'YYF' }
    page.store.setUser(user, 'T1')
    await failing(page.request(get))
    const drawn: unknown[] = []
    page.store.subscribe(() => drawn.push(page.store.user()))
    await page.pass(2000)
    expect([page.went, page.store.stored(), page.store.user(), drawn]).toEqual([['reload'], undefined, user, []])
    await page.pass(10_000)
    expect(drawn.at(-1)).toBeUndefined()
    expect(page.store.user()).toBeUndefined()
  })

  test('M094 K051: refresh failed with a token held: tokens cleared, 登录超时 for 3 s', async () => {
    const browser = fakeBrowser((sent) => refuse({}, sent.path.endsWith('/refreshToken') ? 401 : 402))
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1').set('qftToken', 'Q')
    const page = openPage(browser)
    await failing(page.request(get))
    expect([...browser.cookies.keys()]).toEqual([])
    expect(page.toasts).toEqual([{ kind: 'error', text: messages.loginTimeoutRefresh, seconds: 3 }])
    expect(page.went).toEqual([])
  })

  test('M093: no token held: 请登录 for 3 s', async () => {
    const page = openPage(fakeBrowser(() => refuse({}, 403)))
    await failing(page.request(get))
    expect(page.toasts).toEqual([{ kind: 'error', text: messages.pleaseLogin, seconds: 3 }])
  })

  test.each([401, 403])(
    'no token held on a page that asks for a log-in, %i: the call fails for the reason of that question',
    async (status) => {
      const page = openPage(
        fakeBrowser(() => refuse({ msg: '登录超时，请重新登录' }, status)),
        { askedBecause: '您已在其他页面退出登录' },
      )
      expect((await failing(page.request(get))).message).toBe('您已在其他页面退出登录')
      expect(page.toasts).toEqual([])
    },
  )

  test('a refresh that answers 402 itself does not start another', async () => {
    const browser = fakeBrowser(() => refuse({}, 402))
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    await failing(openPage(browser).request(get))
    expect(browser.sent.filter((s) => s.path.endsWith('/refreshToken'))).toHaveLength(1)
  })

  test('a server that cannot be reached for the refresh ends nothing', async () => {
    const browser = fakeBrowser((sent) => (sent.path.endsWith('/refreshToken') ? new Response('', { status: 503 }) : refuse({}, 402)))
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const page = openPage(browser)
    await failing(page.request(get))
    expect(browser.cookies.get('token')).toBe('T1')
    expect(page.ended).toEqual([])
  })

  test('a server that keeps answering 403: one refresh in 60 s, no reload loop, the message is shown', async () => {
    const browser = fakeBrowser((sent) =>
      sent.path.endsWith('/refreshToken') ? ok({ token: 'T2', refreshToken: 'R2' }) : refuse({ msg: '无权限访问' }, 403),
    )
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const page = openPage(browser)
    await failing(page.request(get))
    await page.pass(2_000)
    const again = openPage(browser)
    for (let i = 0; i < 3; i++) expect((await failing(again.request(get))).message).toBe('无权限访问')
    await again.pass(10_000)
    expect(browser.sent.filter((s) => s.path.endsWith('/refreshToken'))).toHaveLength(1)
    expect(again.went).toEqual([])
    expect(browser.cookies.get('token')).toBe('T2')
  })

  test('rights that change twice within a minute: the page says when it follows, and does so once, without a press', async () => {
    let given = 1
    const changed = { code: 'RIGHTS_CHANGED', msg: '您的权限已变更' }
    const browser = fakeBrowser((sent) => {
      if (sent.path.endsWith('/refreshToken')) return ok({ token: `T${(given += 1)}`, refreshToken: `R${given}` })
      return refuse(changed, 403)
    })
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const first = openPage(browser)
    await failing(first.request(get))
    await first.pass(20_000)
    const page = openPage(browser)
    for (let i = 0; i < 3; i++) expect((await failing(page.request(get))).message).toBe('您的权限刚刚又有变更，约 40 秒后自动更新')
    await page.pass(39_000)
    expect(page.went).toEqual([])
    await page.pass(1_000)
    expect(page.went).toEqual(['reload'])
    expect(browser.cookies.get('token')).toBe('T3')
    expect(browser.sent.filter((s) => s.path.endsWith('/refreshToken'))).toHaveLength(2)
  })

  describe('rights that change again within a minute (S-03)', () => {
    const changed = (rights: number) => ({ code: 'RIGHTS_CHANGED', msg: '您的权限已变更', data: { rights } })
    /** A server whose officer changes the rights: a token is good for the version it was issued for. */
    const changing = () => {
      const server = { rights: 2 }
      const issued = new Map([['T0', 1]])
      const browser = fakeBrowser((sent) => {
        if (sent.path.endsWith('/refreshToken')) {
          issued.set(`T${issued.size}`, server.rights)
          return ok({ token: `T${issued.size - 1}`, refreshToken: `R${issued.size - 1}` })
        }
        if (issued.get(sent.headers.authorization ?? '') !== server.rights) return refuse(changed(server.rights), 403)
        if (sent.path.endsWith('/getMenus')) return ok({ menuList: [], permissions: [`right ${server.rights}`] })
        return ok(sent.path.endsWith('/info') ? { user: { id: 1, name: '甲', type: 'YYF' } } : 'fine')
      })
      browser.cookies.set('token', 'T0').set('refreshToken', 'R0')
      const refreshes = () => browser.sent.filter((s) => s.path.endsWith('/refreshToken')).length
      return { server, browser, refreshes }
    }

    test.each(['a new tab', 'a reloaded page'])('%s has the rights of now', async (what) => {
      const { server, browser, refreshes } = changing()
      const first = openPage(browser)
      await failing(first.request(get))
      await first.pass(2_000)
      expect(first.went).toEqual(['reload'])
      const second = openPage(browser, { opening: true })
      await second.account.opened()
      expect(second.store.permissions()).toEqual(['right 2'])
      server.rights = 3
      const page = openPage(browser, { opening: true })
      if (what === 'a reloaded page')
        for (const key of second.ports.storage.keys()) page.ports.storage.setItem(key, second.ports.storage.getItem(key)!)
      await page.account.opened()
      expect(page.store.permissions()).toEqual(['right 3'])
      expect([page.went, page.toasts, page.ended, refreshes()]).toEqual([[], [], [], 2])
    })

    test('another tab had exchanged the token: a reloaded page asks for its menus', async () => {
      const { server, browser } = changing()
      server.rights = 1
      const page = openPage(browser, { opening: true })
      await page.account.opened()
      server.rights = 2
      await failing(openPage(browser).request(get))
      page.store.renewedElsewhere()
      await page.account.opened()
      expect(page.store.permissions()).toEqual(['right 2'])
    })

    test('a page that holds something typed follows at once, an open page without waits for the end of the pause', async () => {
      const { server, browser, refreshes } = changing()
      const typing = openPage(browser, { typing: true })
      expect(await typing.request(get)).toBe('fine')
      server.rights = 3
      const open = openPage(browser)
      expect((await failing(open.request(get))).message).toBe('您的权限刚刚又有变更，约 60 秒后自动更新')
      expect(await typing.request(get)).toBe('fine')
      await typing.pass(0)
      expect(typing.store.permissions()).toEqual(['right 3'])
      expect([typing.went, refreshes()]).toEqual([[], 2])
    })

    test('a server that refuses the rights it has just given gets one refresh in a minute, also from pages that open', async () => {
      const browser = fakeBrowser((sent) =>
        sent.path.endsWith('/refreshToken') ? ok({ token: 'T2', refreshToken: 'R2' }) : refuse(changed(2), 403),
      )
      browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
      for (let i = 0; i < 3; i++) await failing(openPage(browser, { opening: true }).request(get))
      expect(browser.sent.filter((s) => s.path.endsWith('/refreshToken'))).toHaveLength(1)
    })
  })

  test('a right lost a moment after a sign-in or a change of identity: these are not refreshes, so a refresh follows at once', async () => {
    const browser = fakeBrowser((sent) =>
      sent.path.endsWith('/refreshToken') ? ok({ token: 'T3', refreshToken: 'R3' }) : refuse({ msg: '您的权限已变更' }, 403),
    )
    const page = openPage(browser)
    page.store.setTokens({ token: 'T2', refreshToken: 'R2' }, 1_800_000_000_000)
    expect((await failing(page.request(get))).code).toBe('REFRESHED')
    expect(browser.cookies.get('token')).toBe('T3')
  })

  test('a page that holds something typed stays when rights change: menus and rights follow in place, and the call is sent again', async () => {
    const browser = fakeBrowser((sent) => {
      if (sent.path.endsWith('/refreshToken')) return ok({ token: 'T3', refreshToken: 'R3' })
      if (sent.path.endsWith('/getMenus')) return ok({ menuList: [], permissions: ['policy:review'] })
      return browser.cookies.get('token') === 'T3' ? ok({ saved: true }) : refuse({ msg: '您的权限已变更' }, 403)
    })
    const page = openPage(browser, { typing: true })
    page.store.setTokens({ token: 'T2', refreshToken: 'R2' }, 1_800_000_000_000)
    expect(await page.request(get)).toEqual({ saved: true })
    await page.account.reload()
    expect(page.store.permissions()).toEqual(['policy:review'])
    expect(page.flushed, 'the save of a draft, refused, would wait for its own end').toEqual([])
    await page.pass(10_000)
    expect(page.went).toEqual([])
  })

  test('a token that ends soon after a silent renewal is refreshed; one that is refused again is not (H44)', async () => {
    let renewed = 1
    const browser = fakeBrowser((sent) => {
      if (!sent.path.endsWith('/refreshToken')) return refuse({ msg: '登录已过期' }, 402)
      renewed += 1
      return ok({ token: `T${renewed}`, refreshToken: `R${renewed}` })
    })
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const page = openPage(browser)
    await page.refresher.refresh('T1', { early: true })
    await page.pass(30_000)
    expect((await failing(page.request(get))).code).toBe('REFRESHED')
    expect(browser.cookies.get('token')).toBe('T3')
    await failing(openPage(browser).request(get))
    expect(browser.cookies.get('token')).toBe('T3')
  })

  test('three tabs with ten calls at the end of a token: one refresh, every tab alive', async () => {
    const browser = fakeBrowser(async (sent) => {
      if (sent.path.endsWith('/refreshToken')) return ok({ token: 'T2', refreshToken: 'R2' })
      return sent.headers.authorization === 'T2' ? ok('fine') : refuse({}, 402)
    })
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const pages = [openPage(browser), openPage(browser), openPage(browser)]
    const results = await Promise.allSettled(pages.flatMap((p) => Array.from({ length: 10 }, () => p.request(get))))
    expect(browser.sent.filter((s) => s.path.endsWith('/refreshToken'))).toHaveLength(1)
    for (const r of results) expect(r.status === 'fulfilled' ? r.value : (r.reason as ApiError).code).toMatch(/^(fine|REFRESHED)$/)
    expect(results.filter((r) => r.status === 'fulfilled').length).toBeGreaterThanOrEqual(20)
    for (const p of pages) expect([p.ended, p.toasts]).toEqual([[], []])
  })
})

describe('a fresh code of the second factor (ADR 0710)', () => {
  const stale = () => refuse({ code: 'FACTOR_STALE', msg: '请先输入动态验证码，再进行这项操作' })
  test('is asked for, and the same call is repeated with the typed code', async () => {
    let fresh = false
    const browser = fakeBrowser(() => (fresh ? ok({ id: 7 }) : stale()))
    const page = openPage(browser, { askCode: () => Promise.resolve((fresh = true)) })
    expect(await page.request(post, { body: { name: '窗口值守' } })).toEqual({ id: 7 })
    expect(browser.sent.map(({ body }) => body)).toEqual(['{"name":"窗口值守"}', '{"name":"窗口值守"}'])
    expect(page.toasts).toEqual([])
  })
  test('a user who cancels is told why nothing happened', async () => {
    const browser = fakeBrowser(stale)
    const page = openPage(browser)
    expect(await failing(page.request(post))).toMatchObject({ code: 'FACTOR_STALE', message: '请先输入动态验证码，再进行这项操作' })
    expect(browser.sent).toHaveLength(1)
    expect(page.toasts).toHaveLength(1)
  })
  test('the password of the log-in is asked for in the same way (ADR 0981)', async () => {
    let given = false
    const browser = fakeBrowser(() => (given ? ok({ dueOn: '2026-12-06' }) : refuse({ code: 'PASSWORD_STALE', msg: '请先输入登录密码' })))
    expect(await failing(openPage(browser).request(post))).toMatchObject({ code: 'PASSWORD_STALE' })
    const page = openPage(browser, { askPassword: () => Promise.resolve((given = true)) })
    expect(await page.request(post, { body: { word: '注销' } })).toEqual({ dueOn: '2026-12-06' })
    expect(browser.sent.slice(1).map(({ body }) => body)).toEqual(['{"word":"注销"}', '{"word":"注销"}'])
  })
  test('a token that expired during the input is renewed too', async () => {
    let step = 0
    const browser = fakeBrowser((sent) => {
      if (sent.path.endsWith('/refreshToken')) return ok({ token: 'T2', refreshToken: 'R2' })
      step += 1
      return step === 1 ? stale() : sent.headers.authorization === 'T2' ? ok(true) : refuse({ code: 'TOKEN_EXPIRED' }, 402)
    })
    browser.cookies.set('token', 'T1').set('refreshToken', 'R1')
    const page = openPage(browser, { askCode: () => Promise.resolve(true) })
    page.refresher.refresh('T1').catch(() => {})
    expect(await page.request(post)).toBe(true)
  })
})
