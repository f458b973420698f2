import { afterAll, beforeAll, expect, it } from 'vitest'
import { dataRules } from '../../contract/identity/data-rules.ts'
import { roles } from '../../contract/identity/roles.ts'
import { users } from '../../contract/identity/users.ts'
import { identity } from '../../contract/identity.ts'
import { createApp, type App } from '../app.ts'
import { movableClock } from '../kernel/clock.ts'
import { testConfig, testLog } from '../kernel/testing/config.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { logIn, type Tokens } from '../kernel/testing/people.ts'

/**
 * Random interleavings of grant, removal, disabling, enabling, log-in, log-out, refresh and calls of one person, on two applications with
 * one database (S-02, S-04). INTERLEAVINGS=10000 runs the full number, SEED repeats a run.
 */
const STEPS = Number(process.env.INTERLEAVINGS ?? 300)
const SEED = Number(process.env.SEED ?? 20261129)
const AT_ONCE = 3
const SECOND = 1000
const clock = movableClock('2026-11-27T02:00:00Z')
let t: TestApp
let other: App
beforeAll(async () => {
  t = await testApp({ clock })
  other = await createApp(testConfig(t.database.target.dataDir), t.database, { clock, log: testLog, pages: false })
})
afterAll(() => other.close())

interface Session extends Tokens {
  /** every access token that it ever had */
  tokens: Set<string>
  loggedOut: boolean
  /** a disabling may have ended it */
  maybeEnded: boolean
}
/** mulberry32 */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

it(
  `${STEPS} steps: a second after each no token has rights that are gone, and nobody is logged out by a change of rights`,
  async () => {
    const random = randomOf(SEED)
    const { db } = t.database
    const saved = async (path: string, body: object) => {
      const answer = (await t.as('security1').post(path, body)).body
      expect(answer.success, JSON.stringify(answer)).toBe(true)
      return answer.data as { id: number }
    }
    const { id: roleId } = await saved(roles.save.path, { code: 'woven', name: '交错', menuIds: [], permissions: ['declaration:read'] })
    await saved(dataRules.save.path, { roleId, resource: 'declaration', scope: 'all' })
    const person = () =>
      db.selectFrom('sys_user').select(['id', 'version', 'enabled']).where('user_name', '=', 'dept2').executeTakeFirstOrThrow()
    const { id } = await person()
    const saveRoles = async (roleIds: number[]) =>
      (await t.as('security1').post(users.saveRoles.path, { id, version: (await person()).version, roleIds })).body
    expect((await saveRoles([])).success).toBe(true)

    let sessions: Session[] = []
    // Each call has its own address: ten thousand steps are more calls a minute than one address may make.
    let calls = 0
    const somewhere = () => ({ remoteAddress: `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}` })
    const call = async (app: Pick<App, 'http'>, token: string) => {
      const answer = await app.http.inject({ ...somewhere(), url: '/dec/declare/list', headers: { authorization: token } })
      expect(answer.statusCode, answer.body).toBeLessThan(500)
      const { success, code } = answer.json<{ success: boolean; code?: string }>()
      return { seen: success, code: code ?? '', status: answer.statusCode }
    }
    const refresh = async (app: Pick<App, 'http'>, session: Session) => {
      const answer = await app.http.inject({
        ...somewhere(),
        url: identity.refreshToken.path,
        headers: { authorization: session.refreshToken },
      })
      expect(answer.statusCode, answer.body).toBeLessThan(500)
      if (answer.statusCode !== 200) return false
      const { token, refreshToken } = answer.json<{ data: Tokens }>().data
      Object.assign(session, { token, refreshToken })
      session.tokens.add(token)
      return true
    }
    const enabling = (enableFlag: '0' | '1') => async () => {
      if (enableFlag === '0') for (const one of sessions) one.maybeEnded = true
      await t.as('admin1').form(users.setEnabled.path, { id: String(id), enableFlag })
    }
    const ofOne = (work: (session: Session, app: Pick<App, 'http'>) => Promise<unknown>) => async () => {
      const session = sessions[random(sessions.length)]
      if (session) await work(session, random(2) ? t : other)
    }
    const kinds: Record<string, () => Promise<unknown>> = {
      grant: () => saveRoles([roleId]),
      remove: () => saveRoles([]),
      disable: enabling('0'),
      enable: enabling('1'),
      logIn: async () => {
        if (sessions.filter(({ loggedOut, maybeEnded }) => !loggedOut && !maybeEnded).length >= 2) return
        const { body } = await logIn(t.http, 'dept2', 'Qifu@2026', t.kernel.config.DEMO_CAPTCHA!, somewhere())
        // A disabling of the same round may have ended it.
        if (body.success) sessions.push({ ...body.data, tokens: new Set([body.data.token]), loggedOut: false, maybeEnded: disabling })
      },
      logOut: ofOne(async (session, app) => {
        const { token } = session
        const answer = await app.http.inject({
          ...somewhere(),
          method: 'POST',
          url: identity.logout.path,
          headers: { authorization: token },
        })
        if (answer.statusCode === 200 && answer.json().success) session.loggedOut = true
      }),
      refresh: ofOne((session, app) => refresh(app, session)),
      call: ofOne((session, app) => call(app, session.token)),
    }
    // Disabling is rare, because it ends every session.
    const names = 'grant grant remove remove refresh refresh refresh call call logIn logIn logOut enable enable disable'.split(' ')
    let disabling = false
    const counted: Record<string, number> = { granted: 0, refused: 0, dead: 0, kept: 0 }

    for (let step = 0; step < STEPS; step += AT_ONCE) {
      const round = Array.from({ length: AT_ONCE }, () => names[random(names.length)]!)
      const where = `seed ${SEED}, step ${step}: ${round.join(' ')}`
      disabling = round.includes('disable')
      await Promise.all(round.map((name) => kinds[name]!()))
      clock.advance(SECOND)

      const { enabled } = await person()
      const holds = (await db.selectFrom('user_role').select('role_id').where('user_id', '=', id).execute()).length > 0
      for (const session of sessions) {
        const isOver = session.loggedOut || !enabled
        for (const app of [t, other]) {
          // Tokens before the last one are dead or about to be; they must not show more than the last.
          for (const token of [...session.tokens].slice(-3)) {
            const { seen, status } = await call(app, token)
            if (isOver) expect(status, where).toBe(401)
            if (!holds) expect(seen, where).toBe(false)
          }
          if (isOver) {
            expect(await refresh(app, session), where).toBe(false)
            counted.dead! += 1
          } else if (!session.maybeEnded) {
            let answer = await call(app, session.token)
            if (answer.status !== 200) {
              expect([402, 403], `${where}: ${answer.code}`).toContain(answer.status)
              expect(await refresh(app, session), where).toBe(true)
              answer = await call(app, session.token)
              counted.kept! += 1
            }
            expect(answer.seen ? 'seen' : answer.code, where).toBe(holds ? 'seen' : 'FORBIDDEN')
            counted[holds ? 'granted' : 'refused']! += 1
          }
        }
      }
      // Sessions that ended must stay so.
      const over = sessions.filter(({ loggedOut }) => loggedOut)
      sessions = [...over.slice(-2), ...sessions.filter(({ loggedOut, maybeEnded }) => !loggedOut && !maybeEnded)]
    }
    // The walk went through every kind of state.
    for (const [name, times] of Object.entries(counted)) expect(times, `${name}, seed ${SEED}`).toBeGreaterThan(0)
  },
  60_000 + STEPS * 200,
)
