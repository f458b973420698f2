import { beforeAll, expect, it } from 'vitest'
import { rotatePii } from '../kernel/access/pii-rotation.ts'
import { movableClock } from '../kernel/clock.ts'
import { newMasterKey } from '../kernel/testing/new-master-key.ts'
import type { TestApp } from '../kernel/testing/harness.ts'
import { readyDesk, type telephone } from './testing.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let send: ReturnType<typeof telephone>
beforeAll(async () => {
  ;({ t, send } = await readyDesk(clock))
})
const open = async () =>
  (await t.as('agent1').get('/call/callback/list', { pageSize: 50 })).body.data.list as { id: number; state: number }[]
const stateOf = async (key: string) =>
  (await t.kernel.db.selectFrom('call_record').select('state').where('call_key', '=', key).executeTakeFirstOrThrow()).state
const [missed, calledBack] = [4, 5]

it('calls and callbacks under the earlier key belong to the same number as those under the new one', async () => {
  const texts = async () => (await t.kernel.db.selectFrom('outbox').select('id').where('key', 'like', 'sms:missed:%').execute()).length
  const before = await texts()
  await send({ callId: 'k-1', event: 'missed', phone: '13912340001' })
  await send({ callId: 'k-2', event: 'missed', phone: '13912340002' })
  await send({ callId: 'k-3', event: 'missed', phone: '13912340003' })
  expect((await open()).length).toBe(3)
  newMasterKey(t.kernel)
  clock.advance(60_000)

  // A number that already waits for a callback gets no second one.
  await send({ callId: 'k-4', event: 'missed', phone: '13912340001' })
  expect((await open()).length).toBe(3)
  // An event of a call that began under the earlier key still belongs to it.
  expect((await send({ callId: 'k-1', event: 'ended', phone: '13912340001' })).body.success).toBe(true)
  expect((await t.as('leader1').get('/call/data/list', { phone: '13912340001', pageSize: 50 })).body.data.total).toBe(2)

  // The agent calls back under the new key; the missed calls under both are settled.
  const [first] = await t.kernel.db.selectFrom('call_callback').select(['id', 'record_id']).orderBy('id').execute()
  await t.as('agent1').post('/call/callback/take', { id: first!.id })
  const out = (await send({ callId: 'k-5', event: 'answered', phone: '13912340001', direction: 'out', extension: '801' })).body.data
  const done = await t.as('agent1').post('/call/callback/done', { id: first!.id, note: '已回电', callId: out.id })
  expect(done.body).toMatchObject({ success: true })
  expect([await stateOf('k-1'), await stateOf('k-4')]).toEqual([calledBack, calledBack])

  // A caller who gets through needs no callback.
  await send({ callId: 'k-6', event: 'answered', phone: '13912340002' })
  expect(await stateOf('k-2')).toBe(calledBack)
  // Unless they called in vain again later, under whichever key: the event of the earlier answer comes late.
  const answeredAt = clock.now().toISOString()
  clock.advance(60_000)
  await send({ callId: 'k-7', event: 'missed', phone: '13912340003' })
  await send({ callId: 'k-8', event: 'answered', phone: '13912340003', at: answeredAt })
  expect([await stateOf('k-3'), await stateOf('k-7')]).toEqual([missed, missed])
  expect((await open()).map(({ state }) => state)).toEqual([0])

  // Whoever got the message about a missed call today gets no second one.
  expect(await texts()).toBe(before + 3)
  clock.advance(60_000)
  await send({ callId: 'k-9', event: 'missed', phone: '13912340001' })
  expect((await open()).length).toBe(2)
  expect(await texts()).toBe(before + 3)

  await rotatePii(t.kernel)
  expect(await rotatePii(t.kernel)).toBe(0)
})
