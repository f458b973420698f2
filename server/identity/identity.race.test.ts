import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { identity } from '../../contract/identity.ts'
import { seal } from '../../web/identity/envelope.ts'
import { createApp, type App } from '../app.ts'
import { movableClock } from '../kernel/clock.ts'
import { testConfig, testLog } from '../kernel/testing/config.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'
import { getChallenge, logIn, type Tokens } from '../kernel/testing/people.ts'
import { arrive, Browser } from './sso/testing/browser.ts'

const CAPTCHA = 't3st'
const PASSWORD = 'Qifu@2026'
const clock = movableClock()
const from = { remoteAddress: '10.1.0.1' }
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})

const send = async (fields: Record<string, string>, cookies: Record<string, string>) => {
  const answer = await t.http.inject({
    method: 'POST',
    url: identity.login.path,
    cookies,
    ...from,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  return answer.json<{ success: boolean }>()
}
const enter = async (userName: string): Promise<Tokens> => (await logIn(t.http, userName, PASSWORD, CAPTCHA)).body.data
const info = (app: Pick<App, 'http'>, token: string) =>
  app.http.inject({ url: identity.info.path, headers: { authorization: token } }).then((answer) => answer.statusCode)
const refresh = (app: Pick<App, 'http'>, token: string) =>
  app.http.inject({ url: identity.refreshToken.path, headers: { authorization: token } })

describe('captcha (A-04)', () => {
  // Seen red when the challenge is read instead of deleted (useChallenge): all ten logged in.
  it('ten copies of one request log in at most once', async () => {
    const { key, cookies } = await getChallenge(t.http, from)
    const fields = { userName: 'qy1', password: await seal(key, PASSWORD), verifiCode: CAPTCHA }
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(fields, cookies)))
    expect(answers.filter((a) => a.success)).toHaveLength(1)
  })
})

describe('locks (A-03)', () => {
  // Seen red with a count that is read in one statement and written in the next (admit).
  it('counts exactly: of 50 parallel wrong tries five reach the password, and the right one is refused afterwards', async () => {
    const challenges = await Promise.all(Array.from({ length: 50 }, () => getChallenge(t.http, from)))
    const answers = await Promise.all(
      challenges.map(async ({ key, cookies }) =>
        send({ userName: 'front1', password: await seal(key, 'Wrong@2026'), verifiCode: CAPTCHA }, cookies),
      ),
    )
    expect(answers.every((a) => !a.success)).toBe(true)
    const audited = async (action: string) =>
      t.database.db.selectFrom('audit_log').selectAll().where('action', '=', action).where('ip', '=', from.remoteAddress).execute()
    const why = (await audited('login')).map((row) => (row.detail as { why: string }).why)
    expect(why.filter((w) => w === 'wrong')).toHaveLength(5)
    expect(await audited('user.lock')).not.toHaveLength(0)
    const counter = await t.database.db
      .selectFrom('login_counter')
      .selectAll()
      .where('key', '=', `account-source:front1|${from.remoteAddress}`)
      .executeTakeFirstOrThrow()
    expect(counter.locked_until).not.toBeNull()
    expect((await logIn(t.http, 'front1', PASSWORD, CAPTCHA, { remoteAddress: '10.2.0.7' })).body.success).toBe(true)
    clock.advance(5 * 60_000 + 1000)
    expect((await logIn(t.http, 'front1', PASSWORD, CAPTCHA, from)).body.success).toBe(false)
    clock.advance(10 * 60_000)
    expect((await logIn(t.http, 'front1', PASSWORD, CAPTCHA, from)).body.success).toBe(true)
  }, 60_000)
})

describe('refresh (S-04)', () => {
  // Seen red without the row lock of the refresh token: several pairs.
  it('gives 20 parallel callers the same pair, and only one session', async () => {
    const { refreshToken } = await enter('qy1')
    const answers = await meeting(t, 8, () => Promise.all(Array.from({ length: 20 }, () => refresh(t, refreshToken))))
    expect(answers.map((a) => a.statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(answers.map((a) => JSON.stringify(a.json().data))).size).toBe(1)
    expect(await info(t, answers[0]!.json().data.token)).toBe(200)
  })

  // Seen red without the row lock of the refresh token.
  it('refresh in one application, use in the other', async () => {
    const other = await createApp(testConfig(t.database.target.dataDir), t.database, { clock, log: testLog, pages: false })
    onTestFinished(() => other.close())
    const first = await enter('gr1')
    const calls = () => Array.from({ length: 20 }, (_, n) => refresh(n % 2 ? t : other, first.refreshToken))
    const answers = await meeting(t, 8, () => Promise.all(calls()))
    expect(new Set(answers.map((r) => r.body)).size).toBe(1)
    expect(await info(other, answers[0]!.json().data.token)).toBe(200)
  })
})

describe('unified log-in (O-01)', () => {
  // Seen red when the begun log-in is read instead of deleted (finish): nineteen of twenty opened a session.
  it('accepts a code once when twenty requests use it in parallel', async () => {
    clock.set(new Date())
    const browser = new Browser(t)
    const good = await arrive(browser, 'demo-qy2')
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post(good)))
    expect(answers.filter((a) => a.success)).toHaveLength(1)
  })
})

it('two transactions at once do not give one account an administrator role and another role (C-06)', async () => {
  const { db } = t.database
  const { id } = (await t.as('admin1').post('/sys/user/saveOrUpdate', { userName: 'twice1', name: '双角 一人' })).body.data
  const roleOf = async (code: string) => (await db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
  const [dept, auditor] = [await roleOf('dept'), await roleOf('auditor')]
  const give = (role: number) =>
    db.transaction().execute(async (own) => {
      await own.insertInto('user_role').values({ user_id: id, role_id: role, granted_by: null }).execute()
      await sleep(300)
    })
  const ends = await Promise.allSettled([give(dept), give(auditor)])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await db.selectFrom('user_role').select('role_id').where('user_id', '=', id).execute()).toHaveLength(1)
})
