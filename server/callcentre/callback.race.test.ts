import { beforeAll, expect, it } from 'vitest'
import { identity } from '../../contract/identity.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'
import { telephone } from './testing.ts'

let t: TestApp
let send: ReturnType<typeof telephone>
beforeAll(async () => {
  t = await testApp()
  await t.kernel.db.deleteFrom('call_record').execute()
  send = telephone(t)
  for (const [who, extension] of [
    ['agent1', '801'],
    ['agent2', '802'],
  ] as const)
    await t.as(who).post('/call/agent/state', { state: 1, extension })
})
const open = async () => (await t.as('agent1').get('/call/callback/list')).body.data.list as { id: number; mine: boolean; phone: string }[]

// Seen red without the row lock of lockCallback and the version in the UPDATE of `move`: four got it.
it('of twenty agents who take a callback in parallel one gets it, and only that agent finishes it', async () => {
  await send({ callId: 'r-1', event: 'missed', phone: '13912340001' })
  const [callback] = await open()
  const take = (n: number) => t.as(n % 2 === 0 ? 'agent1' : 'agent2').post('/call/callback/take', { id: callback!.id })
  const replies = await meeting(t, 8, () => Promise.all(Array.from({ length: 20 }, (_, n) => take(n))))
  expect(replies.filter(({ body }) => body.success)).toHaveLength(1)
  const row = await t.kernel.db.selectFrom('call_callback').select('taken_by').where('id', '=', callback!.id).executeTakeFirstOrThrow()
  const first = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'agent1').executeTakeFirstOrThrow()
  const [winner, loser] = row.taken_by === first.id ? ['agent1', 'agent2'] : ['agent2', 'agent1']
  const shown = async (who: string) => (await t.as(who).get('/call/callback/list')).body.data.list[0]
  expect(await shown(winner)).toMatchObject({ mine: true, phone: '13912340001' })
  expect(await shown(loser)).toMatchObject({ mine: false, phone: '139****0001' })
  const finish = (who: string, more: object = {}) => t.as(who).post('/call/callback/done', { id: callback!.id, note: '已回电', ...more })
  expect((await finish(loser)).body.code).toBe('FORBIDDEN')
  expect((await finish(winner, { callId: 1 })).body.fields?.[0]?.path).toBe('callId')
  expect((await finish(winner)).body.data.state).toBe(2)
  expect(await open()).toEqual([])
  const missed = await t.kernel.db.selectFrom('call_record').select('state').where('call_key', '=', 'r-1').executeTakeFirstOrThrow()
  expect(missed.state).toBe(5)
})

// Seen red without the primary key of call_event, and with an insert of the call that does not wait for the one before (rowOf).
it('parallel copies of an event count once, and different events of one call are handled one after another', async () => {
  const names = ['ringing', 'answered', 'ended', 'ringing', 'answered', 'ended']
  const replies = await Promise.all(names.map((event) => send({ callId: 'r-2', event, extension: '801' })))
  expect(replies.every(({ body }) => body.success)).toBe(true)
  expect(replies.filter(({ body }) => body.data.repeated)).toHaveLength(3)
  const rows = await t.kernel.db.selectFrom('call_record').select(['id', 'state']).where('call_key', '=', 'r-2').execute()
  expect(rows).toMatchObject([{ state: 2 }])
})

// Seen red without the row lock of lockCall, the version in the UPDATE of `move` and the unique index appeal_once: eight appeals.
it('twenty parallel requests to turn a call into an appeal make one appeal', async () => {
  const { id } = (await send({ callId: 'r-3', event: 'answered', phone: '13912340003', extension: '801' })).body.data
  const company = await t.kernel.db.selectFrom('company').select('id').orderBy('id').executeTakeFirstOrThrow()
  const words = { typeId: 1601, title: '同时转诉求', content: '请协调', contact: '林小满', phone: '13912340003', companyId: company.id }
  const replies = await Promise.all(Array.from({ length: 20 }, () => t.as('agent1').post('/call/data/toAppeal', { id, ...words })))
  expect(new Set(replies.map(({ body }) => body.data?.id)).size).toBe(1)
  expect(await t.kernel.db.selectFrom('appeal').select('id').where('title', '=', '同时转诉求').execute()).toHaveLength(1)
})

// Seen red without the row lock of takeExtension and the unique extension of call_agent: both got it.
it('of two agents who choose the same extension in parallel one gets it', async () => {
  for (const who of ['agent1', 'agent2']) await t.as(who).post('/call/agent/state', { state: 0 })
  const choose = (who: string) => t.as(who).post('/call/agent/state', { state: 1, extension: '900' })
  const replies = await meeting(t, 2, () => Promise.all([choose('agent1'), choose('agent2')]))
  expect(replies.filter(({ body }) => body.success)).toHaveLength(1)
})

// Seen red without the row lock of lockCallback and the state and version in the UPDATE of `move`: both succeeded.
it('of an agent who returns and finishes a callback and one who takes it over in the meantime, one succeeds', async () => {
  for (const [who, extension] of [
    ['agent1', '801'],
    ['agent2', '802'],
  ] as const)
    await t.as(who).post('/call/agent/state', { state: 1, extension })
  await send({ callId: 'r-4', event: 'missed', phone: '13912340004' })
  const { id } = (await open())[0]!
  await t.as('agent1').post('/call/callback/take', { id })
  await t.as('agent1').post(identity.logout.path)
  await t.as('agent1').get('/call/agent/me')
  const finish = () => t.as('agent1').post('/call/callback/done', { id, note: '已回电' })
  const replies = await meeting(t, 2, () => Promise.all([finish(), t.as('agent2').post('/call/callback/take', { id })]))
  expect(replies.filter(({ body }) => body.success)).toHaveLength(1)
})

// Seen red without the row lock of takeExtension: both got it, and the one who had returned lost it again.
it('of an agent who returns to the extension and one who takes it in the meantime, one has it', async () => {
  await t.as('agent1').post('/call/agent/state', { state: 1, extension: '950' })
  await t.as('agent1').post(identity.logout.path)
  await t.as('agent1').get('/call/agent/me')
  const choose = (who: string) => t.as(who).post('/call/agent/state', { state: 1, extension: '950' })
  const replies = await meeting(t, 2, () => Promise.all([choose('agent1'), choose('agent2')]))
  expect(replies.filter(({ body }) => body.success)).toHaveLength(1)
  const { agents } = (await t.as('leader1').get('/call/agent/board')).body.data as { agents: { state: number; extension: string | null }[] }
  expect(agents.filter((agent) => agent.extension === '950')).toMatchObject([{ state: 1 }])
})
