import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp, type App } from '../../app.ts'
import { notify } from '../../system/index.ts'
import { openDatabase, type OpenedDatabase } from '../db/index.ts'
import { eventsOf } from '../jobs/events.ts'
import { testConfig, testLog } from '../testing/config.ts'
import { eventually } from '../testing/eventually.ts'
import { testApp, testEngine, type TestApp } from '../testing/harness.ts'
import { inTurn } from '../testing/in-turn.ts'
import { logIn } from '../testing/people.ts'
import { addressOf, listen } from '../testing/streams.ts'
import { push } from './push.ts'

let app: TestApp
let base: string
beforeAll(async () => {
  app = await testApp()
  base = await addressOf(app)
})

const session = async (userName: string) => (await logIn(app.http, userName, 'Qifu@2026', 't3st')).body.data
const idOf = async (userName: string) =>
  (await app.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', userName).executeTakeFirstOrThrow()).id
const out = (token: string) => fetch(`${base}/sys/activeUser/logout`, { method: 'POST', headers: { authorization: token } })
/** Milliseconds until the stream has ended. */
async function lasts(ended: Promise<void>): Promise<number> {
  const from = performance.now()
  await ended
  return performance.now() - from
}

describe('the live stream', () => {
  it('needs a log-in by header, and is never cached or buffered', async () => {
    expect((await listen(base, '')).status).toBe(401)
    expect((await listen(base, 'not-a-token')).status).toBe(401)
    const { token } = await session('qy1')
    expect(
      (await fetch(`${base}/sys/push?token=${token}`, { headers: { cookie: `token=${token}`, accept: 'text/event-stream' } })).status,
    ).toBe(401)
    const stream = await listen(base, token)
    expect(stream.status).toBe(200)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    await eventually(async () => expect(stream.heard).toEqual(['look {}']))
    stream.hangUp()
  })

  it('sends a name only to the users concerned, without content', async () => {
    const mine = await listen(base, (await session('qy1')).token)
    const other = await listen(base, (await session('qy2')).token)
    const userId = await idOf('qy1')
    await app.kernel.db.transaction().execute((db) => notify(db, app.kernel, { to: { userId }, kind: 'policy', title: '只给本人的消息' }))
    await eventually(async () => expect(mine.heard).toContain('notice {}'))
    await push(app.kernel.db, { name: 'task', id: 't-1' }, { can: 'policy:edit' })
    const editor = await listen(base, (await session('editor1')).token)
    await push(app.kernel.db, { name: 'task', id: 't-2' }, { can: 'policy:edit' })
    await eventually(async () => expect(editor.heard).toContain('task {"id":"t-2"}'))
    expect(other.heard).toEqual(['look {}'])
    expect(mine.heard.join()).not.toMatch(/消息|t-/)
    for (const one of [mine, other, editor]) one.hangUp()
  })

  it('gives a user three streams, and tells the fourth; a closed one makes room', async () => {
    const { token } = await session('gr1')
    const three = await inTurn([1, 2, 3], () => listen(base, token))
    const fourth = await listen(base, token)
    await fourth.ended
    expect(fourth.heard).toEqual(['full {}'])
    three[0]!.hangUp()
    const room = await eventually(async () => {
      const again = await listen(base, token)
      await eventually(async () => expect(again.heard).not.toEqual([]))
      expect(again.heard).toContain('look {}')
      return again
    })
    for (const one of [...three, room]) one.hangUp()
  })

  it('does not prolong its session (S-06)', async () => {
    const { token } = await session('qy1')
    const stream = await listen(base, token)
    const seen = () => app.kernel.db.selectFrom('session').select('seen_at').orderBy('created_at', 'desc').executeTakeFirstOrThrow()
    const before = await seen()
    await new Promise((go) => setTimeout(go, 1100))
    expect(await seen()).toEqual(before)
    stream.hangUp()
  })

  it('ends within a second after a log-out, a disabled account and a change of rights (S-02)', async () => {
    const { token } = await session('gr1')
    const first = await listen(base, token)
    await out(token)
    expect(await lasts(first.ended)).toBeLessThan(1000)

    const userId = await idOf('editor1')
    const second = await listen(base, (await session('editor1')).token)
    const third = await listen(base, (await session('leader1')).token)
    await app.kernel.db
      .updateTable('sys_user')
      .set((e) => ({ rights_version: e('rights_version', '+', 1) }))
      .where('id', '=', userId)
      .execute()
    expect(await lasts(second.ended)).toBeLessThan(1000)
    await app.kernel.db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'leader1').execute()
    expect(await lasts(third.ended)).toBeLessThan(1000)
    await app.kernel.db.updateTable('sys_user').set({ enabled: true }).where('user_name', '=', 'leader1').execute()
  })
})

describe.runIf(testEngine === 'postgres')('two processes', () => {
  let two: App
  let database: OpenedDatabase
  let second: string
  beforeAll(async () => {
    const { target } = app.database
    database = await openDatabase({ ...target, poolMax: 5, log: testLog })
    two = await createApp(testConfig(target.dataDir), database, { log: testLog, pages: false })
    second = await addressOf(two)
    await eventsOf(two.kernel).listen()
  })
  afterAll(() => database.close())

  it('deliver events of one to streams of the other, and end a session in both', async () => {
    const { token } = await session('qy2')
    const there = await listen(second, token)
    const userId = await idOf('qy2')
    await notify(app.kernel.db, app.kernel, { to: { userId }, kind: 'policy', title: '另一个进程' })
    await eventually(async () => expect(there.heard).toContain('notice {}'))
    await out(token)
    expect(await lasts(there.ended)).toBeLessThan(1000)
  })

  it('stop with open streams', async () => {
    const stream = await listen(second, (await session('qy1')).token)
    const from = performance.now()
    await two.close()
    await stream.ended
    expect(performance.now() - from).toBeLessThan(5000)
  })
})
