import { beforeAll, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import type { TestApp } from '../kernel/testing/harness.ts'
import { readyDesk, type telephone } from './testing.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let send: ReturnType<typeof telephone>
beforeAll(async () => {
  ;({ t, send } = await readyDesk(clock))
})
const event = (callId: string, name: string, more: object = {}) => send({ callId, event: name, extension: '801', ...more })
const call = (callId: string) => t.kernel.db.selectFrom('call_record').selectAll().where('call_key', '=', callId).executeTakeFirstOrThrow()
const kept = async (callId: string) =>
  (
    await t.kernel.db
      .selectFrom('call_event')
      .select('event')
      .where('record_id', '=', (await call(callId)).id)
      .execute()
  ).length

it('events of the telephone system are deleted after their period; the call stays unchanged, even when later events arrive', async () => {
  for (const name of ['ringing', 'answered', 'ended']) await event('old', name)
  const before = await call('old')
  clock.set('2026-10-27T02:00:00Z')
  await event('new', 'ringing')
  await runRecurring(t.kernel, 'call.events')
  expect(await kept('old'), 'within thirty days').toBe(3)
  clock.set('2026-10-29T02:00:00Z')
  for (const _again of [1, 2]) await runRecurring(t.kernel, 'call.events')
  expect([await kept('old'), await kept('new')]).toEqual([0, 1])
  const late = (await event('old', 'ended')).body
  expect([late.code, late.fields?.[0]]).toEqual(['INVALID', { path: 'callId', message: '该通话编号已用于 30 天以前的通话' }])
  expect((await event('other', 'ended', { at: '2026-09-28T02:00:00Z' })).body.fields?.[0]).toEqual({
    path: 'at',
    message: '只接收 30 天以内的事件',
  })
  expect(await call('old')).toEqual(before)
  const told = await t.kernel.db.selectFrom('audit_log').select('detail').where('action', '=', 'callEvent.remove').execute()
  expect(told.map(({ detail }) => detail)).toEqual([{ events: 3, days: 30 }])
})

it('a call that has rung for too long is no longer shown as ringing', async () => {
  await t.as('agent1').post('/call/agent/state', { state: 1, extension: '801' })
  await event('lost', 'ringing')
  const open = async () => ((await t.as('agent1').get('/call/agent/me')).body.data.open as { id: number }[]).map(({ id }) => id)
  const { id } = await call('lost')
  expect(await open()).toContain(id)
  clock.set('2026-10-29T02:11:00Z')
  expect(await open()).not.toContain(id)
})
