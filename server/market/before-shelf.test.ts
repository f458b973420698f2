import { beforeAll, expect, it, vi } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { workshopInfo, type MarketFacets } from '../../contract/market/item.ts'
import { shelfOf } from './match/shelf.ts'
import { listPublic } from './public-list.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
/** With a token nothing is kept. Cards get their comparisons only after these were counted. */
async function list(kind: string, query: Record<string, unknown>) {
  const { total, facets, list: rows } = (await t.as('gr1').get(`/${kind}/listReviewPassed`, { pageSize: 7, ...query })).body.data
  return { total, facets, list: (rows as { id: number; distance: number | null }[]).map(({ id, distance }) => ({ id, distance })) }
}

// Seen red: the first list after a start waited until everything was read.
it('until everything was read after the start, lists answer the same from the database, and no page waits', async () => {
  const asked: [string, Record<string, unknown>][] = [
    ['workshop/info', {}],
    ['workshop/info', { page: 3 }],
    ['workshop/info', { nature: '01,06', facilities: '01', sort: '-area' }],
    ['workshop/info', { streetId: '339999001', sort: 'price' }],
    ['workshop/info', { sort: 'views' }],
    ['workshop/info', { keyword: '厂房', areaMin: 1000 }],
    ['workshop/info', { near: '120.1,29.1', sort: 'distance' }],
    ['workshop/demand', { trade: '4' }],
    ['land/info', { supplyMode: '01' }],
    ['land/demand', { streetId: '339999001' }],
  ]
  const shelf = shelfOf(t.kernel)
  const fill = vi.spyOn(shelf, 'fill').mockImplementation(() => {})
  const before: Awaited<ReturnType<typeof list>>[] = []
  for (const [kind, query] of asked) before.push(await list(kind, query))
  const first = before[0]!.list[0]!
  expect((await t.as('gr1').get('/market/like', { kind: 'workshopInfo', id: first.id })).body.data).toEqual([])
  expect(fill).toHaveBeenCalled()
  expect(shelf.isFilled).toBe(false)
  // Of a market that is too large to be counted at once: all choices without counts, and everything else.
  const uncounted = await listPublic(t.kernel, 'workshopInfo', workshopInfo.listReviewPassed.query!.parse({ pageSize: 7 }), { most: 0 })
  const map = { kind: 'workshopInfo', zoom: 13 }
  const marked = async () => {
    const { total, pins } = (await t.as('gr1').get('/market/map', map)).body.data
    return { total, pins: (pins as { lng: number; lat: number }[]).toSorted((a, b) => a.lng - b.lng || a.lat - b.lat) }
  }
  const marks = await marked()
  expect(shelf.isFilled).toBe(false)
  fill.mockRestore()
  shelf.fill()
  await shelf.board('workshopInfo')
  expect(shelf.isFilled).toBe(true)
  for (const [n, [kind, query]] of asked.entries()) expect(await list(kind, query), JSON.stringify([kind, query])).toEqual(before[n])
  expect(await marked()).toEqual(marks)
  expect(marks.pins.length).toBeGreaterThan(10)
  const [counted] = before
  expect([uncounted.total, uncounted.list.map(({ id }) => id)]).toEqual([counted!.total, counted!.list.map(({ id }) => id)])
  for (const [key, options] of Object.entries(counted!.facets as MarketFacets)) {
    const offered = uncounted.facets[key]!
    expect(offered.every((option) => option.label !== '' && !('count' in option))).toBe(true)
    const values = offered.map(({ value }) => value)
    expect(options.every(({ value }) => values.includes(value))).toBe(true)
  }
  expect(before.every(({ total }) => total > 0)).toBe(true)
  expect((await t.as('gr1').get('/market/like', { kind: 'workshopInfo', id: first.id })).body.data).toHaveLength(5)
})

it('a process that listens reads everything by itself', async () => {
  const other = await testApp()
  const fill = vi.spyOn(shelfOf(other.kernel), 'fill')
  await other.http.listen({ port: 0, host: '127.0.0.1' })
  expect(fill).toHaveBeenCalledOnce()
  await shelfOf(other.kernel).board('workshopInfo')
  expect(shelfOf(other.kernel).isFilled).toBe(true)
})
