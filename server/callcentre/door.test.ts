import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import type { TestApp } from '../kernel/testing/harness.ts'
import { signed } from './door.ts'
import { readyDesk, type telephone } from './testing.ts'

// Monday, 28 September 2026, 10:00 in Shanghai; a holiday begins on 1 October.
const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let send: ReturnType<typeof telephone>
beforeAll(async () => {
  ;({ t, send } = await readyDesk(clock))
  await t.as('agent2').post('/call/agent/state', { state: 1, extension: '802' })
})
const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
const states = async (callId: string) => {
  const row = await t.kernel.db.selectFrom('call_record').selectAll().where('call_key', '=', callId).executeTakeFirstOrThrow()
  return row
}
const event = (callId: string, name: string, more: object = {}) => send({ callId, event: name, extension: '801', ...more })

describe('the endpoint of the telephone system', () => {
  it('accepts a signed recent request once', async () => {
    const refusal = async (headers: Readonly<Record<string, string>>) => {
      const { status, body } = await send({ callId: 'x', event: 'ringing' }, headers)
      return [status, body.code, body.msg]
    }
    expect(await refusal({})).toEqual([400, 'SIGNATURE', '签名不正确'])
    const body = JSON.stringify({ direction: 'in', phone: '13812345678', callId: 'x', event: 'ringing', at: at(0) })
    const good = signed(t.kernel, body)
    const raw = (payload: string, headers: Readonly<Record<string, string>> = good) =>
      t.as(null).send({ method: 'POST', url: '/call/event', headers: { 'content-type': 'application/json', ...headers }, payload })
    expect((await raw(body.replace('13812345678', '13812345679'))).body.msg, 'tampered').toBe('签名不正确')
    const old = String(Math.floor(clock.now().getTime() / 1000) - 121)
    expect((await raw(body, { ...signed(t.kernel, body, old) })).body.msg).toBe('时间戳与本平台相差超过 120 秒')
    expect((await raw(body, { ...good, 'x-call-timestamp': old })).body.msg).toBe('签名不正确')
    expect((await raw(body)).body.data).toMatchObject({ state: 0, repeated: false })
    const again = await raw(body)
    expect([again.status, again.body.msg], 'replayed').toEqual([400, '该请求已经处理过'])
    expect(await t.kernel.db.selectFrom('call_record').select('id').execute()).toHaveLength(1)
  })
  it('names the invalid field', async () => {
    const told = async (more: object) => (await send({ callId: 'y', event: 'ringing', ...more })).body.fields?.[0]?.path
    expect(await told({ phone: 'anonymous' })).toBe('phone')
    expect(await told({ event: 'held' })).toBe('event')
    expect(await told({ at: at(300) })).toBe('at')
    expect(await told({ callId: 'a b' })).toBe('callId')
    await event('z', 'ringing')
    expect(await told({ callId: 'z', phone: '13900001111', event: 'answered' })).toBe('callId')
  })
})

describe('events of one call', () => {
  const orders = [
    ['ringing', 'answered', 'ended'],
    ['answered', 'ringing', 'ended'],
    ['ended', 'answered', 'ringing'],
    ['ended', 'ringing', 'answered'],
    ['ringing', 'ended', 'answered'],
    ['missed', 'answered', 'ended', 'ringing'],
  ]
  it.each(orders)('may arrive in any order: %s, %s, %s', async (...names) => {
    const callId = `order-${names.join('-')}`
    const when: Readonly<Record<string, number>> = { ringing: -60, answered: -50, ended: -10, missed: -40 }
    for (const name of names) expect((await event(callId, name, { at: at(when[name]!) })).body.success).toBe(true)
    const { state, start_time, answer_time, end_time } = await states(callId)
    expect([state, ...[start_time, answer_time!, end_time!].map((time) => new Date(time).toISOString())]).toEqual([
      2,
      at(-60),
      at(-50),
      at(-10),
    ])
    const calls = await t.kernel.db.selectFrom('call_callback').select('state').where('state', 'in', [0, 1]).execute()
    expect(calls, 'nobody waits who was spoken to').toEqual([])
  })
  it('count once, however often they are sent', async () => {
    for (const [n, repeated] of [false, true, true].entries())
      expect((await event('twice', 'ringing', { at: at(n) })).body.data.repeated).toBe(repeated)
    expect((await event('twice', 'answered')).body.data).toMatchObject({ state: 1, repeated: false })
    expect((await event('twice', 'answered')).body.data).toMatchObject({ state: 1, repeated: true })
  })
  it('with an extension that no agent uses are recorded without an agent', async () => {
    await event('nobody', 'ringing', { extension: '999' })
    expect(await states('nobody')).toMatchObject({ state: 0, agent_id: null })
    await event('nobody', 'answered', { extension: '802' })
    expect((await states('nobody')).agent_id).not.toBeNull()
  })
})

describe('a simulated call (demo mode)', () => {
  const simulate = async (who: string | null, body: object, app = t) =>
    (await app.as(who).post('/call/simulate', { phone: '13812340088', ...body })).body
  it('is refused to others, without an extension, and with a wrong field', async () => {
    const calls = async () => (await t.kernel.db.selectFrom('call_record').select('id').execute()).length
    const before = await calls()
    expect((await simulate(null, { event: 'ringing' })).code).toBe('UNAUTHENTICATED')
    for (const who of ['leader1', 'front1', 'qy1']) expect((await simulate(who, { event: 'ringing' })).code, who).toBe('FORBIDDEN')
    expect((await simulate('agent1', { event: 'held' })).fields?.[0]?.path).toBe('event')
    expect((await simulate('agent1', { event: 'ringing', phone: '12' })).fields?.[0]?.path).toBe('phone')
    // A call of an earlier test still runs at the extension.
    await event('nobody', 'ended', { extension: '802' })
    expect((await t.as('agent2').post('/call/agent/state', { state: 0 })).body.success).toBe(true)
    expect((await simulate('agent2', { event: 'ringing' })).msg).toBe('请先签入并填写分机')
    await t.as('agent2').post('/call/agent/state', { state: 1, extension: '802' })
    expect(await calls()).toBe(before)
  })
  it('goes through the same door: it rings at the agent, is answered and ended', async () => {
    const rung = (await simulate('agent1', { event: 'ringing' })).data
    expect(rung).toMatchObject({ state: 0, callId: expect.stringMatching(/^demo-/) })
    const open = async (who: string) => ((await t.as(who).get('/call/agent/me')).body.data.open as { id: number }[]).map(({ id }) => id)
    expect(await open('agent1')).toContain(rung.id)
    expect(await open('agent2')).not.toContain(rung.id)
    const { callId } = rung
    expect((await simulate('agent1', { event: 'answered', callId })).data).toEqual({ id: rung.id, callId, state: 1 })
    expect((await simulate('agent1', { event: 'answered', callId })).data, 'once more').toMatchObject({ state: 1 })
    expect((await simulate('agent1', { event: 'ended', callId })).data).toMatchObject({ state: 2 })
    expect(await states(callId)).toMatchObject({ direction: 'in', state: 2 })
    const out = (await simulate('agent1', { event: 'answered', direction: 'out' })).data
    expect(await states(out.callId)).toMatchObject({ direction: 'out', state: 1 })
  })
})

describe('a missed call', () => {
  const due = async (callId: string) => {
    const { id } = await states(callId)
    return t.kernel.db.selectFrom('call_callback').selectAll().where('record_id', '=', id).executeTakeFirst()
  }
  it.each([
    ['in the morning', '2026-09-28T02:10:00Z', '2026-09-28T02:40:00Z'],
    ['before the hours', '2026-09-28T23:50:00Z', '2026-09-29T01:00:00Z'],
    ['shortly before the end', '2026-09-30T08:45:00Z', '2026-10-08T01:00:00Z'],
    ['on a Sunday that is worked', '2026-09-20T02:00:00Z', '2026-09-20T02:30:00Z'],
    ['in the holidays', '2026-10-03T02:00:00Z', '2026-10-08T01:00:00Z'],
  ])('%s is called back within thirty working minutes, or on the next working morning', async (name, missedAt, until) => {
    clock.set(missedAt)
    const callId = `missed-${name.length}`
    await event(callId, 'missed', { phone: `1390000${String(1000 + name.length)}`, at: missedAt })
    expect(new Date((await due(callId))!.due_at).toISOString()).toBe(new Date(until).toISOString())
  })
  it('creates one callback per number and one text message a day; the callback ends when the caller gets through', async () => {
    clock.set('2026-10-12T06:00:00Z')
    const phone = '13966660000'
    const texts = async () => (await t.kernel.db.selectFrom('outbox').select('key').where('key', 'like', 'sms:missed:%').execute()).length
    const before = await texts()
    await event('m-1', 'missed', { phone })
    await event('m-2', 'missed', { phone: '+86 139 6666 0000' })
    expect(await due('m-2')).toBeUndefined()
    expect(await texts()).toBe(before + 1)
    await event('m-3', 'answered', { phone })
    expect(await due('m-1')).toMatchObject({ state: 2, note: '来电人再次来电并已接通' })
    expect((await states('m-1')).state).toBe(5)
    expect((await states('m-2')).state).toBe(5)
  })
  it('is judged by the time of the call, not by the time at which its event arrives', async () => {
    clock.set('2026-10-13T02:00:00Z')
    const [early, twice, through] = ['13988880001', '13988880002', '13988880003']
    await event('early-1', 'ringing', { phone: early, at: at(-900) })
    await event('early-2', 'missed', { phone: early, at: at(-300) })
    await event('early-1', 'answered', { phone: early, at: at(-890) })
    expect(await due('early-2'), 'spoken to before the call in vain').toMatchObject({ state: 0 })
    expect((await states('early-2')).state).toBe(4)

    await event('twice-1', 'missed', { phone: twice, at: at(-900) })
    await event('twice-2', 'missed', { phone: twice, at: at(-100) })
    await event('twice-3', 'answered', { phone: twice, at: at(-500) })
    expect(await due('twice-1'), 'spoken to between two calls in vain').toMatchObject({ state: 0 })
    await event('twice-4', 'answered', { phone: twice, at: at(-10) })
    expect(await due('twice-1')).toMatchObject({ state: 2 })
    expect([(await states('twice-1')).state, (await states('twice-2')).state]).toEqual([5, 5])

    await event('through-1', 'answered', { phone: through, at: at(-100) })
    await event('through-2', 'missed', { phone: through, at: at(-200) })
    expect(await due('through-2'), 'got through after it').toBeUndefined()
  })
  it('of an outgoing call promises no callback', async () => {
    await event('out-1', 'missed', { direction: 'out', phone: '13977770000' })
    expect(await due('out-1')).toBeUndefined()
  })
})
