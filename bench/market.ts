import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { MarketKind } from '../contract/market/states.ts'
import { workshopInfo } from '../contract/market/item.ts'
import type { Parsed } from '../contract/endpoint.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { facetCondition, facetsOf, plainConditions } from '../server/market/filter.ts'
import { pinsOf } from '../server/market/map/pins.ts'
import { shelfOf } from '../server/market/match/shelf.ts'
import { listPublic } from '../server/market/public-list.ts'
import { items } from '../server/market/queries.ts'
import { isListed, staleBefore } from '../server/market/visible.ts'
import { spellings } from './calls.ts'
import { inTurn, p95 } from './in-turn.ts'
import { measure } from './load.ts'
import { randomFrom } from './random-policies.ts'
import type { Row } from './report.ts'

/** The number of rows for which the limits are meant. */
export const SMALL = 100_000
const KIND = 'workshopInfo'
const ROUNDS = 40
/** Filters of a 95th percentile, and before it: with forty, the third slowest decides. */
const FILTERS = 400
const WARMING = 60
const PATIENCE_MS = 120_000
/** More different addresses than are requested while an answer stays cached. */
const SPELT = 40_000
type Query = Parsed<typeof workshopInfo.listReviewPassed>['query']
const read = (query: Record<string, string>): Query => workshopInfo.listReviewPassed.query!.parse({ pageSize: '10', ...query })

/** The list right after the start, when nothing is in memory yet. */
async function afterStart(app: string): Promise<Row[]> {
  const list = async () => {
    const answer = await fetch(`${app}/workshop/info/listReviewPassed?pageSize=10`)
    return answer.ok ? ((await answer.json()) as { data: { facets: Record<string, { count?: number }[]> } }).data : null
  }
  const from = performance.now()
  const first = await list()
  const answered = performance.now() - from
  let counted = false
  while (!counted && performance.now() - from < PATIENCE_MS) {
    counted = (await list())?.facets.trade?.[0]?.count !== undefined
    await sleep(200)
  }
  return [
    { name: 'the first list after the start', figure: answered, unit: 'ms', failed: first === null },
    { name: '… until every choice has its count', figure: (performance.now() - from) / 1000, unit: 's', failed: !counted },
  ]
}

/** Public list and detail over HTTP, cached as for visitors and computed, beside one statement on bare Fastify. */
export async function marketServed({ app, floor, url }: { app: string; floor: string; url: string }): Promise<Row[]> {
  const db = new pg.Client(url)
  await db.connect()
  const { rows } = await db.query<{ id: string }>(
    `select id from market_item where kind = '${KIND}' and state = 1 order by md5(id::text) limit 2000`,
  )
  await db.end()
  const at = (base: string, paths: readonly string[]) => ({ base, paths })
  const asked = (path: string) => rows.map(({ id }) => `${path}?id=${id}`)
  const row = async (name: string, ours: readonly string[], by: readonly string[], atLeast?: number): Promise<Row> => {
    const { rates, refused, slow } = await measure([at(app, ours), at(floor, by)])
    const note = refused > 0 ? `${refused} answers were refused` : `97.5 %: ${slow} ms`
    return { name, figure: rates[0]!, unit: '/s', floor: rates[1]!, ...(atLeast ? { atLeast } : {}), note, failed: refused > 0 }
  }
  const computed = (path: string) => spellings(path, SPELT)
  const filtered = Array.from({ length: 2000 }, (_, n) => `/workshop/info/listReviewPassed?sort=newest&areaMin=${n / 100}`)
  const details = asked('/workshop/info/findById')
  return [
    ...(await afterStart(app)),
    await row('market list', ['/workshop/info/listReviewPassed'], ['/list'], 0.6),
    await row('… each computed, counts kept', computed('/workshop/info/listReviewPassed?page=1&sort=default'), ['/list']),
    await row('… each with another filter, nothing kept', filtered, ['/list']),
    await row('market detail', details, asked('/detail'), 0.7),
    await row(
      '… each computed, none kept',
      details.flatMap((path) => spellings(path, SPELT / details.length)),
      asked('/detail'),
    ),
  ]
}

/** Six of many filters, an area and an order, different each time. */
function randomQuery(random: () => number): Query {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const choices: [string, () => string][] = [
    ['streetId', () => one(['339999001', '339999002', '339999003,339999100', '339999101'])],
    ['areaMin', () => String(300 + Math.floor(random() * 3000))],
    ['areaMax', () => String(4000 + Math.floor(random() * 5000))],
    ['priceMax', () => String(12 + Math.floor(random() * 10))],
    ['nature', () => one(['01', '01,03', '04', '06'])],
    ['structure', () => one(['01', '02,03', '05'])],
    ['trade', () => one(['1', '1,3', '6'])],
    ['facilities', () => one(['01', '01,04'])],
    ['loadMin', () => String(500 + Math.floor(random() * 8) * 100)],
    ['heightMin', () => String(5 + Math.floor(random() * 4))],
    ['powerMin', () => String(200 + Math.floor(random() * 5) * 100)],
    ['fireGrade', () => one(['C', 'B,C', 'D'])],
  ]
  const six = choices
    .map((choice) => [random(), choice] as const)
    .toSorted(([a], [b]) => a - b)
    .slice(0, 6)
  const [west, south] = [119.95 + random() * 0.25, 28.95 + random() * 0.2]
  return read({
    ...Object.fromEntries(six.map(([, [key, value]]) => [key, value()])),
    box: [west, south, west + 0.15, south + 0.15].map((x) => x.toFixed(5)).join(','),
    sort: one(['default', 'newest', 'area', '-area', 'price', 'views']),
  })
}

/** The same answers with hand-written statements: one for the count, one for the counts of each filter, one for the page. */
async function byHand(k: Kernel, kind: MarketKind, { page: _page, pageSize, sort: _sort, ...f }: Query): Promise<void> {
  const facets = facetsOf(kind)
  const rows = (without: number) => {
    let found = items(k.db, kind).where(isListed(k))
    for (const condition of plainConditions(kind, f, staleBefore(k))) found = found.where(condition)
    for (const [n, facet] of facets.entries()) {
      const condition = n === without ? null : facetCondition(facet, f)
      if (condition) found = found.where(condition)
    }
    return found
  }
  await rows(-1)
    .select((e) => e.fn.countAll<number>().as('n'))
    .execute()
  for (const n of facets.keys()) await rows(n).select(['p.facts', 'p.street_ids']).execute()
  await rows(-1).selectAll('p').orderBy('p.publish_time', 'desc').limit(pageSize).execute()
}

/** The 95th percentile of filters that are all different, in milliseconds; the same filters at each call. */
export async function filtersP95(k: Kernel): Promise<number> {
  const random = randomFrom(20_261_128)
  await shelfOf(k).of(KIND)
  for (let n = 0; n < WARMING; n++) await listPublic(k, KIND, randomQuery(random))
  return p95(FILTERS, () => listPublic(k, KIND, randomQuery(random)))
}

/** Filters, nearest items, map: use cases without HTTP and without caches. `small`: filtersP95 of SMALL rows. */
export async function marketFilters(k: Kernel, small?: number): Promise<Row[]> {
  const random = randomFrom(20_261_127)
  const asked = Array.from({ length: ROUNDS + 2 }, () => randomQuery(random))
  const [ours, floor] = [[...asked], [...asked]]
  const [mine, hand] = await inTurn(
    ROUNDS,
    () => listPublic(k, KIND, ours.pop()!),
    () => byHand(k, KIND, floor.pop()!),
  )
  const slow = await filtersP95(k)
  const near = () => read({ near: `${(119.95 + random() * 0.4).toFixed(5)},${(28.95 + random() * 0.3).toFixed(5)}`, sort: 'distance' })
  const nearest = await p95(ROUNDS, () => listPublic(k, KIND, near()))
  const whole = await pinsOf(k, { kind: KIND, zoom: 11 })
  // Another filter each time, so that no counts are kept; all of them leave everything.
  let areaMin = 0
  const mapped = await p95(19, () => pinsOf(k, { kind: KIND, zoom: 11, areaMin: areaMin++ / 1000 }))
  const all = await p95(19, () => listPublic(k, KIND, read({ areaMin: String(areaMin++ / 1000) })))
  return [
    {
      name: 'six filters, a box, an order',
      figure: hand / mine,
      unit: '×',
      atLeast: 0.7,
      note: `${mine.toFixed(1)} ms, by hand ${hand.toFixed(1)} ms`,
    },
    small === undefined
      ? { name: '… 95 %', figure: slow, unit: 'ms', atMost: 30 }
      : { name: `… 95 %, beside ${SMALL} rows`, figure: slow, unit: 'ms', floor: small, atMost: 2 },
    { name: 'all items counted anew with every choice, 95 %', figure: all, unit: 'ms' },
    { name: 'nearest ten, 95 %', figure: nearest, unit: 'ms', atMost: 5, note: 'counts kept' },
    {
      name: 'map of the whole county',
      figure: mapped,
      unit: 'ms',
      atMost: 60,
      note: `${whole.pins.length} pins, ${(JSON.stringify(whole).length / 1024).toFixed(1)} KB`,
      failed: whole.pins.length > 400 || JSON.stringify(whole).length > 40 << 10,
    },
  ]
}
