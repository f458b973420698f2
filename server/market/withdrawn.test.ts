import { beforeAll, describe, expect, it } from 'vitest'
import { shanghaiTime } from '../../contract/shanghai.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { remindVisits } from './remind.ts'
import { inboxOf, passedItem, workshop } from './testing/items.ts'
import { bindNumbers } from './testing/numbers.ts'

// These tests failed before the fix: visits stayed booked and visitors were reminded after the place had been let; nobody was told of a
// result.
const clock = movableClock('2026-06-01T01:00:00Z')
const phones = { qy1: '15430000001', gr1: '15430000003' }
const kind = 'workshopInfo'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  await bindNumbers(t, phones)
})
const post = async (who: string, what: string, body: object) => (await t.as(who).post(what, body)).body
const get = async (who: string, what: string, query: object = {}) => (await t.as(who).get(what, { ...query })).body

async function visited(start: string) {
  const body = workshop(phones.qy1)
  const item = await passedItem(t, 'qy1', 'workshop/info', body)
  await post('qy1', '/market/visit/offer', { kind, id: item.id, starts: [start] })
  const [slot] = (await get('gr1', '/market/visit/slots', { kind, id: item.id })).data
  const visit = (await post('gr1', '/market/visit/book', { slotId: slot.id, phone: phones.gr1 })).data.id as number
  return { item, visit, title: body.title }
}
const visitOf = async (who: string, id: number) =>
  ((await get(who, '/market/visit/list', { pageSize: 100 })).data.list as { id: number; stateName: string; outcome: string }[]).find(
    (one) => one.id === id,
  )

describe('an item that leaves the market', () => {
  it('cancels its coming visits and notifies the visitors', async () => {
    const { item, visit, title } = await visited('2026-06-02 08:00:00')
    const down = { id: item.id, version: item.version, reviewState: 3, closing: 'deal' }
    expect((await post('qy1', '/workshop/info/updateReviewState', { ...down, closingPrice: 12.34567 })).fields).toEqual([
      { path: 'closingPrice', message: '最多 4 位小数' },
    ])
    expect(await post('qy1', '/workshop/info/updateReviewState', { ...down, closingPrice: 12.3456 })).toMatchObject({ success: true })
    expect(await visitOf('gr1', visit)).toMatchObject({ stateName: '已取消', outcome: '这条信息已下架' })
    expect(await inboxOf(t, 'gr1')).toContainEqual(
      expect.objectContaining({ title: `2026-06-02 08:00 看“${title}”的约定已取消`, body: '这条信息已下架' }),
    )
    const ics = (await t.as('gr1').get('/market/visit/ics', { id: visit })).raw.toString()
    expect(ics).toContain('STATUS:CANCELLED')
    expect(ics).toContain('SEQUENCE:1')
    await remindVisits(t.kernel)
    expect((await inboxOf(t, 'gr1')).filter(({ title: told }) => told.startsWith('明天看房'))).toEqual([])
  })

  it('leaves the map of visitors at once, though that is kept', async () => {
    const { id, version } = await passedItem(t, 'qy1', 'workshop/info', workshop(phones.qy1, { lng: 120.15, lat: 29.12, rentArea: 7654 }))
    const marked = async () => (await t.as(null).get('/market/map', { kind, areaMin: 7654, areaMax: 7654 })).body.data
    expect(await marked()).toMatchObject({ total: 1, pins: [{ id, count: 1, lng: 120.15, lat: 29.12 }] })
    await post('qy1', '/workshop/info/updateReviewState', { id, version, reviewState: 3 })
    expect(await marked()).toEqual({ total: 0, pins: [] })
  })

  it('keeps visits that have been, and both sides hear what came of one', async () => {
    const { item, visit, title } = await visited('2026-06-03 08:00:00')
    expect((await post('gr1', '/market/visit/end', { id: visit, outcome: '面积合适' })).code).toBe('STATE')
    clock.advance(3 * 86_400_000)
    await post('qy1', '/workshop/info/updateReviewState', { id: item.id, version: item.version, reviewState: 3 })
    expect(await visitOf('gr1', visit)).toMatchObject({ stateName: '已约定' })
    expect(await post('gr1', '/market/visit/end', { id: visit, outcome: '面积合适' })).toMatchObject({ success: true })
    expect(await inboxOf(t, 'qy1')).toContainEqual(
      expect.objectContaining({ title: `2026-06-03 08:00 看“${title}”的结果已登记`, body: '面积合适' }),
    )
  })
})

describe('a half hour', () => {
  it('of today is not told as one of tomorrow', async () => {
    const start = shanghaiTime(clock.now().getTime() + 2 * 3600_000).replace('T', ' ')
    const { title } = await visited(start)
    await remindVisits(t.kernel)
    for (const who of ['gr1', 'qy1'])
      expect(await inboxOf(t, who)).toContainEqual(expect.objectContaining({ title: `今天看房：${start.slice(0, 16)}，${title}` }))
  })

  it('is taken back by its owner while nobody has it, and may be opened again', async () => {
    const start = '2026-06-20 09:00:00'
    const { item, visit } = await visited(start)
    const slots = async () => (await get('qy1', '/market/visit/slots', { kind, id: item.id })).data as { id: number; free: boolean }[]
    const [slot] = await slots()
    const close = (who: string) => post(who, '/market/visit/close', { slotId: slot!.id })
    for (const who of ['gr1', 'qy2', 'market1']) expect((await close(who)).code, who).toBe('NOT_FOUND')
    expect((await close('qy1')).code).toBe('STATE')
    await post('gr1', '/market/visit/cancel', { id: visit })
    expect((await close('qy1')).success).toBe(true)
    expect(await slots()).toEqual([])
    expect((await post('gr1', '/market/visit/book', { slotId: slot!.id, phone: phones.gr1 })).code).toBe('TAKEN')
    expect((await post('qy1', '/market/visit/offer', { kind, id: item.id, starts: [start] })).data).toEqual({ added: 1 })
    expect((await post('gr1', '/market/visit/book', { slotId: slot!.id, phone: phones.gr1 })).success).toBe(true)
  })
})

describe('similar items', () => {
  const like = async (id: number) =>
    ((await t.as(null).get('/market/like', { kind, id })).body.data as { id: number; streetName: string }[]).map((one) => one.id)
  it('are shown for an item that was public; for an item that never was, only the newest', async () => {
    const more = { streetIds: ['339999101'], nature: '02' }
    const { id, version } = await passedItem(t, 'qy1', 'workshop/info', workshop(phones.qy1, { ...more, rentArea: 3000 }))
    const near = await passedItem(t, 'qy1', 'workshop/info', workshop(phones.qy1, { ...more, rentArea: 3100 }))
    const far = await passedItem(t, 'qy1', 'workshop/info', workshop(phones.qy1, { ...more, rentArea: 300 }))
    expect((await like(id)).slice(0, 2)).toEqual([near.id, far.id])
    await post('qy1', '/workshop/info/updateReviewState', { id, version, reviewState: 3 })
    expect((await t.as(null).get('/workshop/info/findById', { id })).body.code).toBe('NOT_FOUND')
    expect((await like(id)).slice(0, 2)).toEqual([near.id, far.id])
    const hidden = (await post('qy1', '/workshop/info/save', workshop(phones.qy1, more))).data
    expect(await like(hidden.id)).toEqual(await like(999_999_999))
    expect((await t.as(null).get('/market/like', { kind: 'nothing', id })).status).toBe(400)
  })
})
