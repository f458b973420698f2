import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { logIn } from '../../kernel/testing/people.ts'
import { DEMO_PASSWORD } from '../../../seed/identity.ts'
import { ownOrigins } from '../../kernel/access/own-origins.ts'
import { ownPath } from './origins.ts'
import { arrive, Browser, codeOf } from './testing/browser.ts'

const clock = movableClock()
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})

describe('unified log-in (O-01)', () => {
  it('takes an enterprise to the provider and back, logged in, to where it was', async () => {
    const browser = new Browser(t)
    const { body, headers, action } = await browser.toChoice()
    expect(body).toContain('云溪县星澜精密轴承有限公司')
    expect(body).not.toContain('受理员')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const address = await browser.choose(action, { account: 'demo-qy1' })
    expect(address.origin + address.pathname).toBe('http://127.0.0.1:3000/page/home')
    const answer = await browser.post(codeOf(address))
    expect(answer).toMatchObject({
      success: true,
      data: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        refreshToken: expect.any(String),
        accessToken: expect.any(String),
        redirect: '/page/policysearch?q=1',
      },
    })
    const info = await t.http.inject({ url: '/sys/activeUser/info', headers: { authorization: answer.data.token } })
    expect(info.json().data.user).toMatchObject({ userName: 'qy1', type: 'QY', accountId: 'demo-qy1' })
    const [row] = await t.database.db
      .selectFrom('audit_log')
      .select(['detail', 'result'])
      .where('action', '=', 'login')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(row).toEqual({ result: 'ok', detail: { variant: 'sso' } })
  })

  it('logs one user out and another in, in the same browser', async () => {
    const browser = new Browser(t)
    const first = await browser.post(await arrive(browser, 'demo-qy1'))
    const second = await browser.post(await arrive(browser, 'demo-gr1'))
    expect([first.success, second.success]).toEqual([true, true])
    const info = await t.http.inject({ url: '/sys/activeUser/info', headers: { authorization: second.data.token } })
    expect(info.json().data.user.type).toBe('GR')
  })

  it('refuses a code used twice, in another browser, with another state, after ten minutes, or forged', async () => {
    const browser = new Browser(t)
    const good = await arrive(browser, 'demo-qy1')
    expect(await new Browser(t).post(good), 'no cookie came').toMatchObject({ code: 'COOKIES_OFF', msg: expect.stringContaining('Cookie') })
    expect((await new Browser(t).post({ ...good, state: 'made-up' })).code).toBe('SSO_INVALID')
    const stranger = new Browser(t)
    await stranger.toChoice()
    expect((await stranger.post(good)).code).toBe('SSO_INVALID')
    expect((await browser.post({ ...good, state: `${good.state.slice(0, -1)}x` })).code).toBe('SSO_INVALID')
    expect((await browser.post(good)).success).toBe(true)
    expect((await browser.post(good)).code).toBe('SSO_INVALID')

    const other = await arrive(browser, 'demo-qy1')
    const third = await arrive(browser, 'demo-qy2')
    expect((await browser.post({ ...other, state: third.state })).code).toBe('SSO_INVALID')
    expect((await browser.post({ ...third, code: 'made-up' })).code).toBe('SSO_INVALID')
    const late = await arrive(browser, 'demo-qy1')
    clock.advance(10 * 60_000 + 1000)
    expect((await browser.post(late)).code).toBe('SSO_INVALID')
    expect((await new Browser(t).post(late)).code).toBe('SSO_INVALID')
    expect((await t.http.inject('/demo-idp/choose/x')).body).toContain('允许本站的 Cookie')
    expect((await t.http.inject({ url: '/demo-idp/choose/x', headers: { cookie: 'a=b' } })).body).toContain('无效或已过期')
    clock.set(new Date())
    const wrongIssuer = await arrive(browser, 'demo-qy1')
    expect((await browser.post({ ...wrongIssuer, iss: 'https://evil.example' })).success).toBe(false)
  })

  it('does not replace the session of another user without asking', async () => {
    const browser = new Browser(t)
    const { token } = await t.as('gr1').tokens()
    expect((await browser.post(await arrive(browser, 'demo-qy1'), token)).code).toBe('OTHER_SESSION')
  })

  it('refuses a disabled account, and one that is not on the list', async () => {
    const browser = new Browser(t)
    const good = await arrive(browser, 'demo-qy2')
    await t.database.db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'qy2').execute()
    expect((await browser.post(good)).code).toBe('LOGIN_REFUSED')
    const { action } = await browser.toChoice()
    expect((await browser.go(action, { account: 'demo-qy2' })).status).toBe(400)
    expect((await browser.go(action, { account: 'editor1' })).status).toBe(400)
    await t.database.db.updateTable('sys_user').set({ enabled: true }).where('user_name', '=', 'qy2').execute()
  })

  it('returns with an error when it is cancelled', async () => {
    const browser = new Browser(t)
    const address = await browser.choose((await browser.toChoice()).action, { cancel: '1' })
    expect([address.searchParams.get('error'), address.searchParams.has('code')]).toEqual(['access_denied', false])
  })

  it('ends the session at the provider, and returns only to listed addresses', async () => {
    const browser = new Browser(t)
    await arrive(browser, 'demo-qy1')
    const out = await browser.go('/sys/sso/logout?redirect=https%3A%2F%2Fevil.example%2F')
    expect(String(out.location)).toMatch(
      /^\/demo-idp\/session\/end\?post_logout_redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A3000%2Fpage%2Fhome&/,
    )
    const asked = await browser.go(String(out.location))
    expect(asked.body).toContain('退出统一身份认证')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.body)![1]!
    const done = await browser.go('/demo-idp/session/end/confirm', { xsrf, logout: 'yes' })
    expect(String(done.location)).toBe('http://127.0.0.1:3000/page/home')
    const foreign = await browser.go('/demo-idp/session/end?client_id=qifu&post_logout_redirect_uri=https%3A%2F%2Fevil.example%2F')
    expect([foreign.status, foreign.location]).toEqual([400, undefined])
  })

  it('the provider answers nothing without PKCE, for another client, or for another address', async () => {
    const ask = async (changes: Record<string, string>) => {
      const query = new URLSearchParams({
        client_id: 'qifu',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: 'http://127.0.0.1:3000/page/home',
        state: 's',
        nonce: 'n',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        ...changes,
      })
      return new Browser(t).go(`/demo-idp/auth?${query}`)
    }
    expect(String((await ask({})).location)).toContain('/demo-idp/choose/')
    expect((await ask({ client_id: 'other' })).status).toBe(400)
    expect((await ask({ redirect_uri: 'https://evil.example/page/home' })).status).toBe(400)
    expect(String((await ask({ code_challenge: '', code_challenge_method: '' })).location)).toContain('error=invalid_request')
  })
})

describe('the lock of the source (A-07)', () => {
  const from = (browser: Browser) => arrive(browser, 'demo-qy1')
  /** As many failed returns as lock a source. */
  const fail = async (times: number) => {
    const codes: unknown[] = []
    for (let n = 0; n < times; n++) {
      const answer = await new Browser(t).post({ code: `made-up-${n}`, state: `made-up-${n}`, iss: 'https://evil.example' })
      codes.push(answer.code)
    }
    return new Set(codes)
  }
  it('made-up codes lock the source, then also a right code and a right password are refused, and it opens after five minutes', async () => {
    // The failures of the tests above, some of them minutes later, no longer count.
    clock.advance(20 * 60_000)
    const browser = new Browser(t)
    const good = await from(browser)
    expect(await fail(20)).toEqual(new Set(['SSO_INVALID']))
    expect(await browser.post(good)).toMatchObject({ success: false, code: 'TOO_MANY' })
    expect((await logIn(t.http, 'editor1', DEMO_PASSWORD, 't3st')).status).toBe(429)
    expect((await logIn(t.http, 'editor1', DEMO_PASSWORD, 't3st', { remoteAddress: '10.1.2.3' })).status).toBe(200)
    const rows = await t.database.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'login')
      .where('result', '=', 'refused')
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    expect(rows.map(({ detail }) => detail)).toEqual(Array.from({ length: 20 }, () => ({ variant: 'sso', why: 'expired' })))
    clock.advance(5 * 60_000 + 1000)
    expect((await browser.post(good)).success).toBe(true)
    clock.set(new Date())
  })

  it('wrong passwords lock the unified log-in of the same source', async () => {
    clock.advance(60 * 60_000)
    const browser = new Browser(t)
    const good = await from(browser)
    for (let n = 0; n < 20; n++) await logIn(t.http, `nobody${n}`, 'Wrong@2026', 't3st')
    expect(await browser.post(good)).toMatchObject({ success: false, code: 'TOO_MANY' })
    clock.set(new Date())
  })
})

describe('a provider that does not answer (V-05)', () => {
  it('is reported on a page with 503, within three seconds, and our own provider does not replace it', async () => {
    const away = await testApp({ env: { OIDC_ISSUER: 'https://127.0.0.1:1', OIDC_CLIENT_ID: 'qifu', OIDC_CLIENT_SECRET: 'secret' } })
    const began = performance.now()
    const answer = await away.http.inject({ url: '/sys/sso/login', headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10'])
    expect(answer.body).toContain('统一身份认证暂时无法使用')
    expect(performance.now() - began).toBeLessThan(3000)
    expect((await away.http.inject({ url: '/demo-idp/.well-known/openid-configuration' })).statusCode).toBe(404)
  })
})

describe('return address (O-02)', () => {
  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'http://127.0.0.1:3000@evil.example/',
    'http://127.0.0.1:3000.evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https:evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'http:/evil.example',
    'http:\\\\evil.example',
    'http://user@127.0.0.1:3000/',
    'http://127.0.0.1:3001/',
    'https://127.0.0.1:3000/',
    'ftp://127.0.0.1:3000/',
    'evil.example',
    '',
    '.',
    '../x',
    '?q=1',
    '#x',
    'page/home',
    '%2f%2fevil.example',
    'http://127.0.0.1:3000//evil.example',
    '/\u0000',
    '/..//evil.example',
    `/${'a'.repeat(1000)}`,
    'HTTP://evil.example/',
  ])('does not lead to %j', (target) => {
    expect(ownPath(ownOrigins(t.kernel.config, t.http), target)).toBe('/page/home')
  })

  it.each([
    ['/work/mypolicy?tab=1#a', '/work/mypolicy?tab=1#a'],
    ['http://localhost:3000/page/home', '/page/home'],
    ['http://[::1]:3000/x', '/x'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ])('leads to %j', (target, path) => {
    expect(ownPath(ownOrigins(t.kernel.config, t.http), target)).toBe(path)
  })
})
