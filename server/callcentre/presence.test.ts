import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '../../contract/identity.ts'
import { DEMO_PASSWORD } from '../../seed/identity.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { logIn, personWith } from '../kernel/testing/people.ts'
import { telephone } from './testing.ts'

/** An agent whose account, right or last log-in has ended counts as 离线, without their own press (ADR 0987). */
const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let send: ReturnType<typeof telephone>
let n = 0
const minutesLater = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString())
const press = (who: string, extension: string, state = 1) => t.as(who).post('/call/agent/state', { state, extension })
const take = (who: string, id: number) => t.as(who).post('/call/callback/take', { id })
const board = async () =>
  Object.fromEntries(
    ((await t.as('leader1').get('/call/agent/board')).body.data.agents as { extension: string | null; state: number; id: number }[]).map(
      ({ id, state }) => [id, state],
    ),
  )
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const versionOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('version').where('user_name', '=', name).executeTakeFirstOrThrow()).version
const callOf = async (key: string) =>
  t.kernel.db.selectFrom('call_record').select('agent_id').where('call_key', '=', key).executeTakeFirstOrThrow()
const ring = async (event = 'ringing') => {
  const callId = `presence-${++n}`
  await send({ callId, event, phone: `1391234${String(1000 + n)}`, ...(event === 'missed' ? {} : { extension: '801' }) })
  return callId
}
/** A callback that the first agent has taken. */
async function taken(): Promise<number> {
  await ring('missed')
  const [callback] = (await t.as('agent1').get('/call/callback/list')).body.data.list.toReversed()
  expect((await take('agent1', callback.id)).body.success).toBe(true)
  return callback.id
}
/** Ends every log-in of the person. */
async function logOut(who: string): Promise<void> {
  await t.as(who).post('/sys/account/endSessions')
  expect((await t.as(who).post(identity.logout.path)).body.success).toBe(true)
}
const roles = async (roleIds: number[]) =>
  t.as('security1').post('/sys/user/saveRoles', { id: await idOf('agent1'), version: await versionOf('agent1'), roleIds })

beforeAll(async () => {
  t = await testApp({ clock })
  await t.kernel.db.deleteFrom('call_record').execute()
  send = telephone(t)
})
beforeEach(async () => {
  await press('agent1', '801')
  await press('agent2', '802')
})

it('an agent who is present keeps the extension and the callbacks, also after one of two log-ins ends', async () => {
  const id = await taken()
  const { body } = await logIn(t.http, 'agent1', DEMO_PASSWORD, 't3st')
  const elsewhere = personWith(t.http, async () => body.data)
  for (const _log of ['before', 'after']) {
    expect((await take('agent2', id)).body.msg).toBe('已由其他坐席领取')
    expect((await press('agent2', '801')).body.fields?.[0]).toMatchObject({ path: 'extension', message: expect.stringContaining('温言') })
    expect((await callOf(await ring())).agent_id).toBe(await idOf('agent1'))
    await elsewhere.post(identity.logout.path)
  }
})

describe('an agent', () => {
  const security = async (path: string, body: object) => expect((await t.as('security1').post(path, body)).body.success).toBe(true)
  let back = async () => {}
  it.each<[string, () => Promise<unknown>]>([
    ['who logs out', () => logOut('agent1')],
    [
      'whose log-in ends for idleness',
      async () => {
        minutesLater(31)
        await press('agent2', '802')
      },
    ],
    ['whose log-ins an officer ends', async () => security('/sys/session/revoke', { id: await idOf('agent1'), reason: '设备遗失' })],
    [
      'whose account is disabled',
      async () => {
        const id = await idOf('agent1')
        expect((await t.as('admin1').post('/sys/user/disable', { id, takers: [] })).body.success).toBe(true)
        back = async () => {
          await t.as('admin1').form('/sys/user/editEnableFlag', { id: String(id), enableFlag: '1' })
        }
      },
    ],
    [
      'who loses the role',
      async () => {
        const id = await idOf('agent1')
        const held = await t.kernel.db
          .selectFrom('user_role')
          .select('role_id')
          .where('user_id', '=', await idOf('agent1'))
          .execute()
        expect((await roles([])).body.success).toBe(true)
        back = async () => {
          expect((await roles(held.map((one) => one.role_id))).body.success).toBe(true)
          // The log-in was never ended: what the agent said in it counts again. The test goes on as after a new one.
          expect((await board())[id]).toBe(1)
          await logOut('agent1')
        }
      },
    ],
  ])(
    '%s is 离线: no call is theirs, their callbacks and extension can be taken, and after the return they sign in again',
    async (_, leave) => {
      back = async () => {}
      const id = await taken()
      const agent = await idOf('agent1')
      expect((await board())[agent]).toBe(1)
      await leave()
      expect((await board())[agent] ?? 0).toBe(0)
      expect((await callOf(await ring())).agent_id).toBeNull()
      expect((await callOf(await ring('answered'))).agent_id).toBeNull()
      expect((await take('agent2', id)).body.success).toBe(true)
      minutesLater(1)
      await back()
      const desk = async () => (await t.as('agent1').get('/call/agent/me')).body.data
      expect(await desk()).toMatchObject({ state: 0, stateName: '离线' })
      expect((await callOf(await ring())).agent_id).toBeNull()
      expect((await t.as('agent1').post('/call/callback/done', { id, note: '已回电' })).body.code).toBe('FORBIDDEN')
      expect((await take('agent1', id)).body.msg).toBe('已由其他坐席领取')

      expect((await press('agent2', '801')).body.success).toBe(true)
      expect(await desk()).toMatchObject({ state: 0, extension: null })
      expect((await press('agent1', '801')).body.fields?.[0]?.path).toBe('extension')
      expect((await press('agent2', '802')).body.success).toBe(true)
      expect((await press('agent1', '801')).body.success).toBe(true)
      expect((await callOf(await ring())).agent_id).toBe(agent)
      expect((await t.as('agent2').post('/call/callback/done', { id, note: '已回电' })).body.success).toBe(true)
    },
  )
})

it('a call that ends after its agent left does not bring the agent back', async () => {
  const callId = await ring('answered')
  const event = (name: string) => send({ callId, event: name, phone: `1391234${String(1000 + n)}` })
  await logOut('agent1')
  await event('ended')
  const agent = await idOf('agent1')
  expect((await board())[agent]).toBe(0)
  minutesLater(1)
  const { open } = (await t.as('agent1').get('/call/agent/me')).body.data
  const { id } = open.find(({ state }: { state: number }) => state === 2)
  const saved = await t.as('agent1').post('/call/data/saveOrUpdate', { id, content: '咨询完毕', result: 'answered' })
  expect(saved.body.data?.state).toBe(3)
  expect((await t.as('agent1').get('/call/agent/me')).body.data).toMatchObject({ state: 0 })
  expect((await press('agent1', '801', 0)).body.success).toBe(true)
})
