import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { testConfig, testLog } from './kernel/testing/config.ts'
import { testApp, type TestApp } from './kernel/testing/harness.ts'
import { logIn } from './kernel/testing/people.ts'
import { DEMO_PASSWORD } from '../seed/identity.ts'

const CAPTCHA = 't3st'
const COPY = '/sys/account/copyData'
/** calls a minute of an account to COPY, and of an address to any endpoint in demo mode */
const OWN = 10
const GENERAL = 1200

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
let addresses = 0
/** Every test has its own address. */
const office = () => ({ remoteAddress: `10.20.0.${++addresses}` })
const post = (url: string, token: string | null, from: { remoteAddress: string }, payload: object = {}) =>
  t.http
    .inject({ method: 'POST', url, ...from, headers: token ? { authorization: token } : {}, payload })
    .then(({ statusCode }) => statusCode)
const token = async (who: string) => (await t.as(who).tokens()).token
const forged = () => randomBytes(32).toString('base64url')

describe('a limit of an endpoint', () => {
  it('refuses one account in every session and from every address', async () => {
    const second = (await logIn(t.http, 'gr1', DEMO_PASSWORD, CAPTCHA)).body.data.token
    for (let n = 0; n < OWN; n++) expect(await post(COPY, await token('gr1'), office())).not.toBe(429)
    expect(await post(COPY, await token('gr1'), office())).toBe(429)
    expect(await post(COPY, second, office())).toBe(429)
  })

  it('leaves colleagues behind the same address their own calls', async () => {
    const from = office()
    for (let n = 0; n <= OWN; n++) await post(COPY, await token('qy1'), from)
    expect(await post(COPY, await token('qy1'), from)).toBe(429)
    expect(await post(COPY, await token('qy2'), from)).not.toBe(429)
  })

  it('counts calls with forged tokens by address, and refuses them as such until then', async () => {
    const from = office()
    for (let n = 0; n < OWN; n++) expect(await post(COPY, forged(), from)).toBe(401)
    expect(await post(COPY, forged(), from)).toBe(429)
    expect(await post(COPY, null, from)).toBe(429)
    expect(await post(COPY, forged(), office())).toBe(401)
    // Colleagues with a log-in behind that address are not stopped.
    expect(await post(COPY, await token('dept1'), from)).not.toBe(429)
    const feedback = { type: '其他', content: 'x' }
    for (let n = 0; n < 10; n++) expect(await post('/sys/feedback/save', forged(), from, feedback)).not.toBe(429)
    expect(await post('/sys/feedback/save', forged(), from, feedback)).toBe(429)
    expect(await post('/sys/feedback/save', null, from, feedback)).toBe(429)
  })

  it('counts log-in and codes by address, whoever is logged in', async () => {
    const from = office()
    for (const [url, limit] of [
      ['/sys/activeUser/loginByZzdAccountId', 60],
      ['/sms/sendVerificationCode', 120],
      ['/sys/account/sendOldCode', 120],
    ] as const) {
      for (let n = 0; n < limit; n++) expect(await post(url, await token(n % 2 ? 'qy1' : 'qy2'), from)).not.toBe(429)
      expect(await post(url, await token('dept1'), from)).toBe(429)
    }
  })
})

it('an address with many accounts meets the limit of the address, and the refused calls of one account do not use it up', async () => {
  const from = office()
  const visit = (bearer: string) => post('/sys/log/saveLog', bearer, from, { routerName: '/page/home', pageTitle: '首页' })
  const one = await token('qy1')
  for (let n = 0; n < GENERAL + 10; n++) await visit(one)
  expect(await visit(one)).toBe(429)
  expect(await visit(await token('qy2'))).toBe(200)
  let passed = 61
  for (let n = 0; n < 30 && passed < GENERAL; n++) {
    const session = (await logIn(t.http, n % 2 ? 'gr1' : 'qy2', DEMO_PASSWORD, CAPTCHA, office())).body.data.token
    for (let m = 0; m < 60 && passed < GENERAL; m++, passed++) expect(await visit(session)).toBe(200)
  }
  expect(await visit((await logIn(t.http, 'gr1', DEMO_PASSWORD, CAPTCHA, office())).body.data.token)).toBe(429)
})

it('each process counts for itself: an account gets its calls from each of two, and no more', async () => {
  const second = await createApp(testConfig(t.database.target.dataDir), t.database, { log: testLog, pages: false })
  try {
    const bearer = await token('front1')
    const answered = async (app: Pick<TestApp, 'http'>) => {
      let count = 0
      for (let n = 0; n < 2 * OWN; n++) {
        const { statusCode } = await app.http.inject({ method: 'POST', url: COPY, headers: { authorization: bearer }, payload: {} })
        if (statusCode !== 429) count += 1
      }
      return count
    }
    expect([await answered(t), await answered(second)]).toEqual([OWN, OWN])
  } finally {
    await second.close()
  }
})
