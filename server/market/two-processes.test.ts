import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp, type App } from '../app.ts'
import { eventsOf } from '../kernel/jobs/events.ts'
import { testConfig, testLog } from '../kernel/testing/config.ts'
import { testApp, testEngine, type TestApp } from '../kernel/testing/harness.ts'
import { shelfOf } from './match/shelf.ts'
import { passedItem, workshop } from './testing/items.ts'

// Two applications on one database, each with all items in memory, as two processes behind a load balancer.
let a: TestApp
let b: App
const PHONE = '15430000001'
beforeAll(async () => {
  a = await testApp()
  const { blindIndex, sealPii } = await import('../kernel/access/pii.ts')
  await a.kernel.db
    .updateTable('sys_user')
    .set({ mobile: sealPii(a.kernel, PHONE), mobile_index: blindIndex(a.kernel, PHONE) })
    .where('user_name', '=', 'qy1')
    .execute()
  b = await createApp(testConfig(a.database.target.dataDir), a.database, { log: testLog, pages: false })
  await eventsOf(b.kernel).listen()
  shelfOf(b.kernel).fill()
})
afterAll(() => b.close())

/** What a visitor reads from the other process: how many, how many of nature 01, the marks of the map, and the first item. */
async function listedByB(query: Record<string, string>) {
  const read = async (path: string, more: Record<string, string>) =>
    (await b.http.inject({ url: `${path}?${new URLSearchParams({ ...query, ...more })}` })).json().data
  const { total, facets, list } = await read('/workshop/info/listReviewPassed', { sort: '-area', pageSize: '5' })
  const map = await read('/market/map', { kind: 'workshopInfo' })
  const natures = facets.nature as { value: string; count: number }[]
  return { total, nature: natures.find(({ value }) => value === '01')?.count ?? 0, marked: map.total, first: list[0]?.id ?? null }
}

it.runIf(testEngine === 'postgres')(
  'what one process publishes, changes and takes down is in the list, the counts and the map of the other within 5 seconds',
  async () => {
    await shelfOf(b.kernel).board('workshopInfo')
    expect(shelfOf(b.kernel).isFilled).toBe(true)
    // An area that nothing else has.
    const query = { areaMin: '87000', areaMax: '89000' }
    expect(await listedByB(query)).toEqual({ total: 0, nature: 0, marked: 0, first: null })
    const placed = { lng: 120.12, lat: 29.11 }
    const one = await passedItem(a, 'qy1', 'workshop/info', workshop(PHONE, { rentArea: 88_000, totalArea: 90_000, ...placed }))
    await expect.poll(() => listedByB(query), { timeout: 5000 }).toEqual({ total: 1, nature: 1, marked: 1, first: one.id })
    const other = await passedItem(a, 'qy1', 'workshop/info', workshop(PHONE, { rentArea: 88_500, totalArea: 90_000, nature: '03' }))
    await expect.poll(() => listedByB(query), { timeout: 5000 }).toEqual({ total: 2, nature: 1, marked: 1, first: other.id })
    for (const [left, { id, version }] of [
      [{ total: 1, nature: 0, marked: 0, first: other.id }, one],
      [{ total: 0, nature: 0, marked: 0, first: null }, other],
    ] as const) {
      const down = (await a.as('qy1').post('/workshop/info/updateReviewState', { id, version, reviewState: 3 })).body
      expect(down).toMatchObject({ success: true })
      await expect.poll(() => listedByB(query), { timeout: 5000 }).toEqual(left)
    }
  },
)
