import { beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../identity/sso/testing/browser.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { logIn } from '../kernel/testing/people.ts'
import { multipart, png, xlsx } from '../kernel/testing/samples.ts'

const HOST = 'fuwu.example.gov.cn'
const ISSUER = 'http://127.0.0.1:3000/demo-idp'
let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const admin = () => t.as('admin1')
const tokenOf = async (who: string) => (await logIn(t.http, who, 'Qifu@2026', t.kernel.config.DEMO_CAPTCHA!)).body.data.token
const save = (body: object) => admin().post('/sys/platform/saveOrUpdate', body)
const found = async () => (await admin().get('/sys/platform/list', { keyword: HOST })).body.data.list[0]

describe('a platform that trusts the same issuer (OpenID Connect Core §4, ADR 1006)', () => {
  it('needs an address to begin the log-in, in https and on one of its hosts', async () => {
    const platform = { name: '示例服务', url: 'https://oidc.example.gov.cn/', protocol: 'oidc', hosts: ['oidc.example.gov.cn'] }
    for (const [loginUri, message] of [
      [undefined, '请输入登录发起地址'],
      ['', '请输入登录发起地址'],
      ['http://oidc.example.gov.cn/login', '应为 https:// 开头的完整地址，不带 #'],
      ['https://oidc.example.gov.cn/login#a', '应为 https:// 开头的完整地址，不带 #'],
      ['https://a:b@oidc.example.gov.cn/login', '应为 https:// 开头的完整地址，不带 #'],
      ['javascript:alert(1)', '应为 https:// 开头的完整地址，不带 #'],
      ['https://evil.example.gov.cn/login', '登录发起地址的域名须在“域名”之中'],
    ])
      expect((await save({ ...platform, loginUri })).body.fields, String(loginUri)).toEqual([{ path: 'loginUri', message }])
    const inner = { ...platform, hosts: [...platform.hosts, '10.1.2.3'], loginUri: 'https://10.1.2.3/login' }
    expect((await save(inner)).body.fields).toEqual([{ path: 'loginUri', message: '“10.1.2.3”是内部网络的地址，访客打不开' }])
    const made = (await save({ ...platform, loginUri: 'https://oidc.example.gov.cn/login?from=qifu' })).body.data
    expect((await t.as('op1').get('/sys/platform/tryLogin', { id: String(made.id) })).body.code).toBe('FORBIDDEN')
    expect((await admin().get('/sys/platform/tryLogin', { id: '999999' })).body.code).toBe('NOT_FOUND')
    const tried = (await admin().get('/sys/platform/tryLogin', { id: String(made.id) })).body.data
    expect(tried).toMatchObject({ issuer: ISSUER, target: platform.url, usedNum: 0, enableFlag: 1 })
    expect([...new URL(tried.url).searchParams]).toEqual([
      ['from', 'qifu'],
      ['iss', ISSUER],
      ['target_link_uri', platform.url],
    ])
    const plain = { ...platform, id: made.id, version: made.version, protocol: 'plain', loginUri: 'https://oidc.example.gov.cn/login' }
    expect((await save(plain)).body.success).toBe(true)
    expect((await admin().get('/sys/platform/tryLogin', { id: String(made.id) })).body.code).toBe('NOT_FOUND')
  })

  it('opens logged in, without anything about the visitor in the address that begins the log-in', async () => {
    const target = `https://${HOST}/apply?item=3`
    const slot = { title: '市级服务', url: target }
    const { id, version } = (await t.as('op1').post('/adver/saveOrUpdate', slot)).body.data
    const first = (await t.as('op1').get('/adver/list', { state: '1' })).body.data.list[0]
    await t.as('op1').form('/adver/offPublish', { id: String(first.id), version: String(first.version) })
    await t.as('op1').form('/adver/publish', { id: String(id), version: String(version) })
    const shown = (await t.as(null).get('/adver/list')).body.data.list.find((one: { url: string }) => one.url === target)
    expect(shown.login).toBe(true)

    const browser = new Browser(t)
    for (const url of ['https://evil.example.gov.cn/', `https://${HOST}.evil.example/`, `https://a@${HOST}/`, 'javascript:alert(1)', ''])
      expect((await browser.go(`/sys/sso/platform?${new URLSearchParams({ url })}`)).status, url).toBe(404)
    const begun = await browser.go(`/sys/sso/platform?${new URLSearchParams({ url: target })}`)
    const address = new URL(String(begun.location))
    expect(address.origin + address.pathname).toBe('http://127.0.0.1:3000/demo-rp/login')
    expect([...address.searchParams]).toEqual([
      ['iss', ISSUER],
      ['target_link_uri', target],
    ])
    let answer = await browser.go(address.href)
    for (let i = 0; i < 4 && answer.location; i++) answer = await browser.go(String(answer.location))
    const action = /action="(\/demo-idp\/choose\/[^"]+)"/.exec(answer.body)![1]!
    answer = await browser.go(action, { account: 'demo-qy1' })
    for (let i = 0; i < 6 && answer.location; i++) answer = await browser.go(String(answer.location))
    expect(answer.body).toContain('已登录：')
    expect(answer.body).toContain(target)
  })

  it('counts who is logged in, once in 24 hours; visitors, ended sessions and staff count nothing', async () => {
    const { id } = await found()
    const used = async () => (await admin().get('/sys/platform/tryLogin', { id: String(id) })).body.data.usedNum
    const opens = async (token: string | null) => {
      const browser = new Browser(t)
      if (token !== null) browser.jar.set('token|/', { value: token, path: '/' })
      expect((await browser.go(`/sys/sso/platform?url=https://${HOST}/`)).status).toBe(302)
    }
    const before = await used()
    for (const token of [null, 'no-session', await tokenOf('op1')]) await opens(token)
    expect(await used()).toBe(before)
    const [first, other] = [await tokenOf('qy1'), await tokenOf('gr1')]
    for (const token of [first, first, other]) await opens(token)
    expect(await used()).toBe(before + 2)
    // The same person counts once, also logged in anew or acting for a company; the log-in that has ended does not count.
    await opens(await tokenOf('qy1'))
    expect(await used()).toBe(before + 2)
    await t.http.inject({ method: 'POST', url: '/sys/activeUser/logout', headers: { authorization: other } })
    await opens(other)
    expect(await used()).toBe(before + 2)
  })

  it('the stand-in refuses another issuer, another target, and a code without its own log-in', async () => {
    const ask = (iss: string, target: string) =>
      new Browser(t).go(`/demo-rp/login?${new URLSearchParams({ iss, target_link_uri: target })}`)
    expect((await ask('https://evil.example', `https://${HOST}/`)).status).toBe(400)
    expect((await ask(ISSUER, 'https://evil.example/')).status).toBe(400)
    expect((await ask(ISSUER, '/apply')).status).toBe(400)
    expect((await new Browser(t).go('/demo-rp/callback?code=a&state=b')).status).toBe(400)
    expect((await new Browser(t).go('/demo-rp/')).body).toContain('未登录')
  })

  it('switched off, it is opened like any other address', async () => {
    const row = await found()
    expect((await save({ ...row, linkNum: undefined, configured: undefined, updateTime: undefined, enableFlag: 0 })).body.success).toBe(
      true,
    )
    expect((await new Browser(t).go(`/sys/sso/platform?url=https://${HOST}/`)).status).toBe(404)
    const shown = (await t.as(null).get('/adver/list')).body.data.list.find((one: { url: string }) => one.url.includes(HOST))
    expect(shown.login).toBeUndefined()
    // It can still be tried, and the trial says that it is off.
    const tried = (await admin().get('/sys/platform/tryLogin', { id: String(row.id) })).body.data
    expect(tried.enableFlag).toBe(0)
    expect(new URL(tried.url).searchParams.get('iss')).toBe(ISSUER)
  })

  it('cannot be enabled where no issuer is configured', async () => {
    const bare = await testApp()
    const as = bare.as('admin1')
    await as.get('/sys/platform/list')
    Object.assign(bare.kernel.config, { DEMO: false, OIDC_ISSUER: undefined })
    const body = { name: '甲', url: 'https://a.gov.cn/', protocol: 'oidc', loginUri: 'https://a.gov.cn/l', hosts: ['a.gov.cn'] }
    expect((await as.post('/sys/platform/saveOrUpdate', body)).body.fields).toEqual([
      { path: 'protocol', message: '本平台没有配置统一登录（OIDC_ISSUER），不能启用这一接入方式' },
    ])
    expect((await as.post('/sys/platform/saveOrUpdate', { ...body, enableFlag: 0 })).body.success).toBe(true)
  })
})

describe('the logo of a platform', () => {
  it('is a picture of whoever saves it, shown to everybody beside links to the platform, and goes with the platform', async () => {
    const upload = async (who: string, content: Buffer, name: string) => {
      const { payload, headers } = multipart({ name, content }, {})
      return (await t.as(who).send({ method: 'POST', url: '/files/upload', payload, headers })).body.data.filePath as string
    }
    const fetched = async (key: string) => (await t.http.inject(`/files/download?filePath=${key}&inline=true`)).statusCode
    const platform = { name: '有标志的平台', url: 'https://logo.example.gov.cn/', protocol: 'plain', hosts: ['logo.example.gov.cn'] }
    expect((await save({ ...platform, logo: 'x' })).body.fields?.[0]?.path).toBe('logo')
    expect((await save({ ...platform, logo: await upload('op1', await png(), '甲.png') })).body.code).toBe('NOT_FOUND')
    const sheet = await upload('admin1', await xlsx([['甲']]), '表.xlsx')
    expect((await save({ ...platform, logo: sheet })).body.fields).toEqual([{ path: 'logo', message: '请上传图片' }])
    const logo = await upload('admin1', await png(), '标志.png')
    const { id, version } = (await save({ ...platform, logo })).body.data
    expect(await fetched(logo)).toBe(200)
    const link = { position: 'gov', name: '有标志的平台', url: 'https://logo.example.gov.cn/a' }
    const made = (await admin().post('/sys/link/saveOrUpdate', link)).body.data
    const seen = async () =>
      (await t.as(null).get('/sys/link/list', { position: 'gov' })).body.data.find((one: { id: number }) => one.id === made.id)
    expect((await seen()).logo).toBe(logo)
    expect((await admin().form('/sys/platform/delete', { id: String(id), version: String(version) })).body.success).toBe(true)
    expect(await fetched(logo)).not.toBe(200)
  })
})
