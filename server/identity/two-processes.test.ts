import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seal } from '../../web/identity/envelope.ts'
import { createApp, type App } from '../app.ts'
import { testConfig, testLog } from '../kernel/testing/config.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { getChallenge, logIn } from '../kernel/testing/people.ts'

// Two applications on one database, each with its own session cache, as two processes behind a load balancer.
let a: TestApp
let b: App
beforeAll(async () => {
  a = await testApp()
  b = await createApp(testConfig(a.database.target.dataDir), a.database, { log: testLog, pages: false })
})
afterAll(() => b.close())

const info = (app: Pick<App, 'http'>, token: string) =>
  app.http.inject({ url: '/sys/activeUser/info', headers: { authorization: token } }).then((r) => r.statusCode)

describe('two processes', () => {
  it("know each other's sessions, and their end within a second (S-02)", async () => {
    const { token, refreshToken } = (await logIn(a.http, 'qy1', 'Qifu@2026', 't3st')).body.data
    expect([await info(a, token), await info(b, token)]).toEqual([200, 200])
    const out = await b.http.inject({ method: 'POST', url: '/sys/activeUser/logout', headers: { authorization: token } })
    expect(out.json().data).toBe(true)
    expect(await info(b, token)).toBe(401)
    await sleep(1050)
    expect(await info(a, token)).toBe(401)
    expect((await a.http.inject({ url: '/sys/activeUser/refreshToken', headers: { authorization: refreshToken } })).statusCode).toBe(401)
  })

  it('share captcha, key and nonce: a captcha of one works at the other, once', async () => {
    const { key, cookies } = await getChallenge(a.http)
    const payload = new URLSearchParams({ userName: 'qy2', password: await seal(key, 'Qifu@2026'), verifiCode: 't3st' }).toString()
    const request = {
      method: 'POST',
      url: '/sys/activeUser/login',
      cookies,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    } as const
    expect((await b.http.inject(request)).json().success).toBe(true)
    expect((await a.http.inject(request)).json().code).toBe('CAPTCHA')
  })
})
