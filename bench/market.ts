import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import type { MarketKind } from '../contract/market/states.ts'
import { workshopInfo } from '../contract/market/item.ts'
import type { Parsed } from '../contract/endpoint.ts'
import { today } from '../server/kernel/clock.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { facetCondition, facetsOf, plainConditions } from '../server/market/filter.ts'
import { pinsOf } from '../server/market/map/pins.ts'
import { conditionOf } from '../server/market/match/demand-rule.ts'
import { matchesOf } from '../server/market/match/match.ts'
import { shelfOf } from '../server/market/match/shelf.ts'
import { fitting } from '../server/market/match/tell.ts'
import { listPublic } from '../server/market/public-list.ts'
import { items } from '../server/market/queries.ts'
import { isListed, staleBefore } from '../server/market/visible.ts'
import { closure } from './closures.ts'
import { spellings } from './calls.ts'
import { desk } from './desk.ts'
import { inTurn, p95 } from './in-turn.ts'
import { measure } from './load.ts'
import { randomFrom } from './random-policies.ts'
import { median, type Row } from './report.ts'

const TENTH = 10
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** The heap after a garbage collection. */
function heapUsed(): number {
  collect()
  return process.memoryUsage().heapUsed
}

const KIND = 'workshopInfo'
const ROUNDS = 40
/** More different addresses than are requested while an answer stays cached. */
const SPELT = 40_000
type Query = Parsed<typeof workshopInfo.listReviewPassed>['query']
const read = (query: Record<string, string>): Query => workshopInfo.listReviewPassed.query!.parse({ pageSize: '10', ...query })

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

/** Filters, nearest items, map: use cases without HTTP and without caches. */
export async function marketFilters(k: Kernel): Promise<Row[]> {
  const random = randomFrom(20_261_127)
  const asked = Array.from({ length: ROUNDS + 2 }, () => randomQuery(random))
  const [ours, floor] = [[...asked], [...asked]]
  const [mine, hand] = await inTurn(
    ROUNDS,
    () => listPublic(k, KIND, ours.pop()!),
    () => byHand(k, KIND, floor.pop()!),
  )
  const more = Array.from({ length: ROUNDS + 2 }, () => randomQuery(random))
  const slow = await p95(ROUNDS, () => listPublic(k, KIND, more.pop()!))
  const near = () => read({ near: `${(119.95 + random() * 0.4).toFixed(5)},${(28.95 + random() * 0.3).toFixed(5)}`, sort: 'distance' })
  const nearest = await p95(ROUNDS, () => listPublic(k, KIND, near()))
  const whole = await pinsOf(k, { kind: KIND, zoom: 11 })
  const mapped = await p95(9, () => pinsOf(k, { kind: KIND, zoom: 11 }))
  return [
    {
      name: 'six filters, a box, an order',
      figure: hand / mine,
      unit: '×',
      atLeast: 0.7,
      note: `${mine.toFixed(1)} ms, by hand ${hand.toFixed(1)} ms`,
    },
    { name: '… 95 %', figure: slow, unit: 'ms', atMost: 30 },
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

/**
 * One demand against all supplies with reasons; all open demands against all supplies; one changed demand. The supplies are loaded first.
 */
export async function marketMatches(k: Kernel): Promise<Row[]> {
  const before = heapUsed()
  const from = performance.now()
  const supplies = await shelfOf(k).of(KIND)
  const demands = await shelfOf(k).of('workshopDemand')
  const filling = performance.now() - from
  const user = await k.db.selectFrom('sys_user').select(['id', 'office_id']).where('user_name', '=', 'editor1').executeTakeFirstOrThrow()
  const reader = desk({ userId: user.id, officeId: user.office_id })
  let [mineAt, handAt] = [0, 0]
  const facts = supplies.map((item) => ({ ...item.attributes, streetId: item.streetIds[0] }) as Record<string, unknown>)
  const [mine, hand] = await inTurn(
    11,
    () => matchesOf(k, reader, { kind: 'workshopDemand', id: demands[mineAt++]!.id, page: 1, pageSize: 20 }, 'demand'),
    async () => {
      const wish = demands[handAt++]!
      const verdict = closure(conditionOf('workshopDemand', wish.attributes, wish.streetIds))
      return facts.filter((each) => verdict(each) === true).slice(0, 20)
    },
  )
  const one = (at: number) => {
    const { id, kind, title, attributes, streetIds } = demands[at % demands.length]!
    return { id, kind, title, facts: attributes, street_ids: streetIds }
  }
  const wishes = demands
    .filter((_, n) => n % TENTH === 0)
    .map((each) => closure(conditionOf('workshopDemand', each.attributes, each.streetIds)))
  const plainly = performance.now()
  for (const verdict of wishes) if (facts.filter((each) => verdict(each) === true).length < 0) throw new Error('never')
  const floor = ((performance.now() - plainly) * (demands.length / wishes.length)) / 1000
  const times: number[] = []
  const started = performance.now()
  let fits = 0
  for (let n = 0; n < demands.length; n++) {
    const at = performance.now()
    fits += (await fitting(k, one(n))).length
    times.push(performance.now() - at)
  }
  const all = (performance.now() - started) / 1000
  const grown = (heapUsed() - before) / (1 << 20)
  const changed = supplies
    .slice(0, 20)
    .map(({ id, kind, title, attributes, streetIds }) => ({ id, kind, title, facts: attributes, street_ids: streetIds }))
  const supplied = await p95(changed.length - 1, () => fitting(k, changed.pop()!))
  return [
    {
      name: `a demand × ${supplies.length} supplies, 20 explained`,
      figure: mine,
      unit: 'ms',
      atMost: 50,
      note: `plain closures over plain objects ${hand.toFixed(1)} ms, ${(mine / hand).toFixed(1)} ×; ${today(k.clock)}`,
      failed: mine > 3 * hand,
    },
    { name: 'a changed demand held against all', figure: median(times), unit: 'ms', atMost: 50 },
    { name: 'a changed supply held against all', figure: supplied, unit: 'ms', atMost: 50, note: '95 %' },
    {
      name: `${demands.length} demands × ${supplies.length} supplies`,
      figure: all,
      unit: 's',
      atMost: 60,
      note: `${fits} kept; plain closures over plain objects ${floor.toFixed(1)} s, a tenth of them measured`,
    },
    { name: 'what a process keeps for it', figure: grown, unit: 'MB', atMost: 150, note: `read in ${(filling / 1000).toFixed(1)} s` },
  ]
}
