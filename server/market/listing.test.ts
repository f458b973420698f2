import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { workshopInfo } from '../../contract/market/item.ts'
import { marketKindKeys, type MarketKind } from '../../contract/market/states.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { countStored } from './count-stored.ts'
import { facetsOf } from './filter.ts'
import { pinsOf } from './map/pins.ts'
import { shelfOf } from './match/shelf.ts'
import { alongIndex, listedItems, listPublic } from './public-list.ts'
import { changing, staleBefore } from './visible.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
/** The same sequence of random numbers in every run. */
function chance(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const roll = chance(21)
const one = <T>(of: readonly T[]): T => of[roll(of.length)]!
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const parts: readonly (readonly [string, () => string])[] = [
  ['streetId', () => one(['339999001', '339999002,339999100', '339999200'])],
  ['areaMin', () => String(roll(4000))],
  ['areaMax', () => String(1000 + roll(8000))],
  ['priceMin', () => String(roll(14))],
  ['priceMax', () => String(10 + roll(30))],
  ['nature', () => one(['01', '01,03', '06'])],
  ['structure', () => one(['01', '02,03'])],
  ['trade', () => one(['1', '1,3', '4', '5'])],
  ['supplyMode', () => one(['01', '02,03'])],
  ['facilities', () => one(['01', '01,04', '08'])],
  ['loadMin', () => String(500 + roll(4) * 250)],
  ['heightMin', () => String(4 + roll(5))],
  ['craneMin', () => String(5 + roll(10))],
  ['powerMin', () => String(200 + roll(3) * 150)],
  ['fireGrade', () => one(['C', 'B,C', 'D'])],
  ['availableBy', () => day(roll(90))],
  ['box', () => [119.9, 28.9, 120.2, 29.2].map((side) => (side + roll(10) / 50).toFixed(3)).join(',')],
  ['fresh', () => '1'],
]
const read = (query: Record<string, string>) => workshopInfo.listReviewPassed.query!.parse({ pageSize: '7', ...query })
const some = () => Object.fromEntries(parts.filter(() => roll(6) === 0).map(([key, value]) => [key, value()]))

type Paged = (query: ReturnType<typeof read>) => Promise<readonly { id: number }[]>
async function every(page: Paged, query: Record<string, string>): Promise<number[]> {
  const ids: number[] = []
  for (let n = 1; ; n++) {
    const list = await page(read({ ...query, page: String(n) }))
    ids.push(...list.map(({ id }) => id))
    if (list.length < 7) return ids
  }
}
/** All pages of the shelf; all pages along the index, as right after the start. */
const shelved = (kind: MarketKind, query: Record<string, string>) =>
  every(async (asked) => (await listPublic(t.kernel, kind, asked)).list, query)
async function stored(kind: MarketKind, query: Record<string, string>): Promise<number[]> {
  const { page: _page, pageSize: _size, sort: _sort, ...filters } = read(query)
  const { fresh } = await countStored(t.kernel, kind, filters, 0)
  return every(
    ({ page, pageSize, sort, ...f }) => alongIndex(t.kernel, kind, f, { sort, from: (page - 1) * pageSize, size: pageSize }, fresh),
    query,
  )
}

it('300 filters of four kinds: counts, order and map marks from the shelf equal those from the database', async () => {
  let found = 0
  for (let round = 0; round < 300; round++) {
    const kind = one(marketKindKeys)
    const query = { ...some(), sort: one(['default', 'newest', 'area', '-area', 'price', '-price', 'views']) }
    const { page: _page, pageSize: _size, sort: _sort, ...filters } = read(query)
    const said = JSON.stringify([kind, query])
    const rows = await listedItems(t.kernel, kind, filters, null)
      .select(['p.id', 'p.area', 'p.price', 'p.view_num', 'p.publish_time'])
      .select(sql<boolean>`p.fresh_at <= ${staleBefore(t.kernel)}::timestamptz`.as('stale'))
      .execute()
    const figure = (text: string | null) => (text === null ? Infinity : Number(text))
    const byHand = rows
      .toSorted(
        (a, b) =>
          (query.sort === 'default' ? Number(a.stale) - Number(b.stale) : 0)
          || (query.sort === 'views' ? b.view_num - a.view_num : 0)
          || (query.sort === 'area' ? Number(a.area) - Number(b.area) : 0)
          || (query.sort === '-area' ? Number(b.area) - Number(a.area) : 0)
          || (query.sort === 'price' && a.price !== b.price ? figure(a.price) - figure(b.price) : 0)
          || (query.sort === '-price' && a.price !== b.price
            ? (a.price === null ? 1 : 0) - (b.price === null ? 1 : 0) || Number(b.price) - Number(a.price)
            : 0)
          || Date.parse(b.publish_time!) - Date.parse(a.publish_time!)
          || b.id - a.id,
      )
      .map(({ id }) => id)
    expect(await shelved(kind, query), said).toEqual(byHand)
    expect(await stored(kind, query), said).toEqual(byHand)
    const { total, facets } = await listPublic(t.kernel, kind, read(query))
    expect(total, said).toBe(byHand.length)
    found += total
    if (round % 4 === 0) {
      const counted = await countStored(t.kernel, kind, filters, Infinity)
      const chosen = Object.fromEntries([...counted.choices!].map(([key, many]) => [key, Object.fromEntries(many)]))
      const offered = Object.fromEntries(
        Object.entries(facets).map(([key, options]) => [key, Object.fromEntries(options.map((option) => [option.value, option.count]))]),
      )
      expect([counted.total, chosen], said).toEqual([total, offered])
    }
    const facet = one(facetsOf(kind))
    for (const { value, count } of (facets[facet.key] ?? []).slice(0, 3)) {
      const narrowed = await listedItems(t.kernel, kind, { ...filters, [facet.key]: [value] }, null)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      expect(count, `${said} ${facet.key} ${value}`).toBe(narrowed.n)
    }
    const pinned = await listedItems(t.kernel, kind, filters, null)
      .where('p.lng', 'is not', null)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    const { total: marked, pins } = await pinsOf(t.kernel, { kind, zoom: 8 + roll(6), ...filters })
    expect([marked, pins.reduce((sum, { count }) => sum + count, 0)], said).toEqual([pinned.n, pinned.n])
  }
  expect(found).toBeGreaterThan(500)
}, 120_000)

it('by distance: the order along the index is that of all items, also of those that stand in one place', async () => {
  const placed = await t.kernel.db
    .selectFrom('market_item')
    .select(['id', 'lng', 'lat'])
    .where('kind', '=', 'workshopInfo')
    .where('state', '=', 1)
    .orderBy('id')
    .execute()
  // Twelve workshops of one building, more than a page; two of them were published in the same moment.
  const building = placed.slice(0, 12)
  await changing(t.kernel, async (db) => {
    for (const [n, { id }] of building.entries())
      await db
        .updateTable('market_item')
        .set((e) => ({
          lng: building[0]!.lng,
          lat: building[0]!.lat,
          publish_time: `2026-0${1 + (n % 4)}-01T00:00:00Z`,
          version: e('version', '+', 1),
          updated_at: new Date(),
        }))
        .where('id', '=', id)
        .execute()
  })
  const { lng, lat } = building[0]!
  for (const near of [`${lng},${lat}`, ...Array.from({ length: 8 }, () => `${120 + roll(300) / 1000},${29 + roll(300) / 1000}`)]) {
    const [east, north] = near.split(',').map(Number) as [number, number]
    for (const more of [{}, { areaMin: '1500' }, { nature: '01,03' }] as Record<string, string>[]) {
      const rows = await listedItems(t.kernel, 'workshopInfo', read(more), null)
        .where('p.lng', 'is not', null)
        .select(['p.id', 'p.lng', 'p.lat', 'p.publish_time'])
        .execute()
      const far = (row: { lng: number | null; lat: number | null }) => Math.hypot((row.lng! - east) * 0.87, row.lat! - north)
      const byHand = rows
        .toSorted(
          (a, b) =>
            (Math.abs(far(a) - far(b)) < 1e-12 ? 0 : far(a) - far(b))
            || Date.parse(b.publish_time!) - Date.parse(a.publish_time!)
            || b.id - a.id,
        )
        .map(({ id }) => id)
      const query = { ...more, near, sort: 'distance' }
      expect(await shelved('workshopInfo', query), JSON.stringify(query)).toEqual(byHand)
      expect(await stored('workshopInfo', query), JSON.stringify(query)).toEqual(byHand)
    }
  }
})

it('by distance there are as many as the list says, of the shelf and along the index', async () => {
  // Of what the demonstration has, everything supplied has a place.
  const unplaced = await t.kernel.db
    .selectFrom('market_item')
    .select('id')
    .where('kind', '=', 'workshopInfo')
    .where('state', '=', 1)
    .orderBy('id')
    .limit(3)
    .execute()
  await changing(t.kernel, (db) =>
    db
      .updateTable('market_item')
      .set((e) => ({ lng: null, lat: null, version: e('version', '+', 1), updated_at: new Date() }))
      .where(
        'id',
        'in',
        unplaced.map(({ id }) => id),
      )
      .execute(),
  )
  const query = { near: '120.15,29.12', sort: 'distance' }
  for (const kind of ['workshopInfo', 'workshopDemand'] as const) {
    const { total } = await listPublic(t.kernel, kind, read(query))
    const all = (await listPublic(t.kernel, kind, read({}))).total
    expect(total, kind).toBe(kind === 'workshopInfo' ? all - unplaced.length : 0)
    expect((await shelved(kind, query)).length, kind).toBe(total)
    expect((await stored(kind, query)).length, kind).toBe(total)
  }
})

it('a view counts at once in the order by views, in whichever process it was counted', async () => {
  await shelfOf(t.kernel).board('workshopInfo')
  const first = async () => (await listPublic(t.kernel, 'workshopInfo', read({ sort: 'views', areaMin: '1' }))).list
  const [before, , , last] = await first()
  const { view_num } = await t.kernel.db.selectFrom('market_item').select('view_num').where('id', '=', before!.id).executeTakeFirstOrThrow()
  await t.kernel.db.updateTable('market_item').set({ view_num }).where('id', '=', last!.id).execute()
  await t.kernel.db
    .insertInto('market_view')
    .values({ item_id: last!.id, view_num })
    .onConflict((c) => c.column('item_id').doUpdateSet({ view_num }))
    .execute()
  expect((await t.as(null).form('/workshop/info/incViewNum', { id: String(last!.id) })).body.success).toBe(true)
  expect((await first())[0]).toMatchObject({ id: last!.id, viewNum: view_num + 1 })
})
