import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { viewAs } from '../../contract/identity/view-as.ts'
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

  it('may not know for a second of a view that began at the other: a page believes its end only when it hears of it twice', async () => {
    // What a process remembers of a session becomes old when the test says so, not while the machine is busy.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { token } = (await logIn(a.http, 'security1', 'Qifu@2026', 't3st')).body.data
    const headers = { authorization: token }
    const viewed = async (app: Pick<App, 'http'>) =>
      (await app.http.inject({ url: '/sys/activeUser/info', headers })).json().data.user.viewing !== null
    const { id } = await a.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'dept1').executeTakeFirstOrThrow()
    expect(await viewed(b)).toBe(false)
    const payload = { userId: id, reason: '反映看不到申报' }
    expect((await a.http.inject({ method: 'POST', url: viewAs.start.path, headers, payload })).json().success).toBe(true)
    expect([await viewed(a), await viewed(b)]).toEqual([true, false])
    vi.advanceTimersByTime(1050)
    expect(await viewed(b)).toBe(true)
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
