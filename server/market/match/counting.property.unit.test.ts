import { expect, it } from 'vitest'
import type { Attributes } from '../../../contract/market/attributes.ts'
import { marketKinds, type MarketKind } from '../../../contract/market/states.ts'
import { facetsOf, lowest, type Facet, type Filters } from '../filter.ts'
import { counting } from '../listing.ts'
import { shelvedFor } from '../testing/shelved.ts'
import { Board, type Walk } from './board.ts'
import { MapOrder } from './map-order.ts'
import { orderOf, ranked, type Sort } from './ranked.ts'
import type { Shelved } from './shelved.ts'

/** More than two blocks of places. */
const MANY = 40_000
const NOW = Date.parse('2026-06-01T00:00:00Z')
const DAY = 86_400_000
const since = { hiddenSince: 0, staleSince: 0 }
/** Items that were confirmed long ago become stale and then hidden. */
function passTo(now: number): void {
  since.hiddenSince = now - 45 * DAY
  since.staleSince = now - 30 * DAY
}

let state = 955
function roll(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const one = <T>(of: readonly T[]): T => of[roll(of.length)]!
const some = <T>(of: readonly T[]): T[] => of.filter(() => roll(3) === 0)
const maybe = <T>(value: T): T | undefined => (roll(5) === 0 ? undefined : value)
/** So many that items have more different sets of them than are told apart. */
const facilities = Array.from({ length: 11 }, (_, n) => String(n + 1).padStart(2, '0'))
const streets = ['339999001', '339999002', '339999100']
const dayAfter = (days: number) => new Date(NOW + days * DAY).toISOString().slice(0, 10)
function ended<T>(walk: Walk<T>): T {
  let step = walk.next()
  while (!step.done) step = walk.next()
  return step.value
}

function randomItem(kind: MarketKind, id: number): Shelved {
  const supply = marketKinds[kind].side === 'supply'
  const facts = supply
    ? {
        nature: maybe(one(['01', '03', '06'])),
        structure: maybe(one(['01', '02', '05'])),
        trade: maybe(one(['1', '2', '6'])),
        facilities: maybe(some(facilities)),
        fireGrade: maybe(one(['B', 'C', 'D'])),
        loadBearing: maybe(400 + roll(20) * 100),
        floorHeight: maybe(3 + roll(20) / 2),
        craneTon: maybe(roll(2000) / 100),
        powerCapacity: maybe(100 * roll(10)),
        availableDate: maybe(dayAfter(roll(60))),
      }
    : {
        nature: maybe(some(['01', '03', '06'])),
        structure: maybe(some(['01', '02', '05'])),
        trade: maybe(one(['4', '5'])),
        facilities: maybe(some(facilities)),
        fireGrade: maybe(one(['B', 'C', 'D'])),
        loadBearingMin: maybe(400 + roll(20) * 100),
        floorHeightMin: maybe(3 + roll(20) / 2),
        craneTonMin: maybe(roll(2000) / 100),
        powerCapacityMin: maybe(100 * roll(10)),
      }
  const isPlaced = roll(6) > 0
  return shelvedFor(kind, id, JSON.parse(JSON.stringify(facts)) as Attributes, {
    street_ids: supply ? [one(streets)] : some(streets),
    area: maybe(String(roll(400) * 20)) ?? null,
    price: maybe(String(roll(200) / 4)) ?? null,
    lng: isPlaced ? 119.9 + roll(400) / 1000 : null,
    lat: isPlaced ? 28.9 + roll(300) / 1000 : null,
    fresh_at: new Date(NOW - roll(60) * DAY).toISOString(),
    publish_time: new Date(NOW - roll(500) * DAY).toISOString(),
    view_num: roll(300),
  })
}
const parts: readonly (() => Filters)[] = [
  () => ({ streetId: some(streets) }),
  () => ({ streetId: [one(streets)] }),
  () => ({ areaMin: roll(6000) }),
  () => ({ areaMax: roll(8000) }),
  () => ({ priceMin: roll(30) }),
  () => ({ priceMax: roll(50) }),
  () => ({ nature: some(['01', '03', '06', '99']) }),
  () => ({ structure: some(['01', '02']) }),
  () => ({ trade: some(['1', '2', '4', '5', '6']) }),
  () => ({ facilities: some(['01', '04', '99']) }),
  () => ({ fireGrade: some(['B', 'C']) }),
  () => ({ loadMin: 500 + roll(15) * 100 }),
  () => ({ heightMin: 4 + roll(6) }),
  () => ({ craneMin: roll(2000) / 100 }),
  () => ({ powerMin: roll(900) }),
  () => ({ availableBy: dayAfter(roll(60)) }),
  () => ({ box: [119.9 + roll(20) / 100, 28.9 + roll(15) / 100, 120.1 + roll(20) / 100, 29.05 + roll(15) / 100] }),
  () => {
    const [west, south] = [119.9 + roll(400) / 1000, 28.9 + roll(300) / 1000]
    return { box: [west, south, west + roll(40) / 1000, south + roll(40) / 1000] }
  },
  () => ({ fresh: 1 }),
]
const randomFilter = (): Filters => Object.assign({}, ...parts.filter(() => roll(7) === 0).map((part) => part())) as Filters

/** The filter as one would write it for a single item. */
function leaves(kind: MarketKind, f: Filters, item: Shelved, without?: Facet['key']): boolean {
  const { area, price, lng, lat, attributes } = item
  const side = marketKinds[kind].side === 'supply' ? 0 : 1
  const inside = (value: number | null, low = -Infinity, high = Infinity) =>
    (low === -Infinity && high === Infinity) || (value !== null && value >= low && value <= high)
  const figures = Object.entries(lowest).every(([key, of]) => {
    const value = attributes[of[side]]
    return f[key as 'loadMin'] === undefined || (typeof value === 'number' && value >= f[key as 'loadMin']!)
  })
  const [west, south, east, north] = f.box ?? []
  return (
    item.freshAt > (f.fresh === 1 ? since.staleSince : since.hiddenSince)
    && inside(area, f.areaMin, f.areaMax)
    && inside(price, f.priceMin, f.priceMax)
    && inside(lng === null ? null : lng * 0.87, west && west * 0.87, east && east * 0.87)
    && inside(lat, south, north)
    && figures
    && (!f.availableBy || kind !== 'workshopInfo' || !attributes.availableDate || String(attributes.availableDate) <= f.availableBy)
    && facetsOf(kind).every((facet) => {
      const asked = f[facet.key]
      if (!asked?.length || facet.key === without) return true
      const has = having(item, facet)
      if (facet.key === 'facilities') return asked.every((value) => has.includes(value))
      return has.some((value) => asked.includes(value)) || (facet.key === 'streetId' && has.length === 0)
    })
  )
}
const having = ({ streetIds, attributes }: Shelved, { attribute }: Facet): readonly string[] =>
  attribute === null ? streetIds : [attributes[attribute] ?? []].flat().map(String)

function choicesByHand(kind: MarketKind, f: Filters, all: readonly Shelved[], facet: Facet): Record<string, number> {
  const left = all.filter((item) => leaves(kind, f, item, facet.key))
  const counts: Record<string, number> = {}
  for (const item of left) for (const value of having(item, facet)) counts[value] = (counts[value] ?? 0) + 1
  if (facet.attribute === null)
    for (const value of Object.keys(counts)) counts[value]! += left.filter(({ streetIds }) => streetIds.length === 0).length
  return counts
}
const near: [number, number] = [0, 0]
const known = (n: number | null, sign: 1 | -1) => (n === null ? Infinity : sign * n)
const keyOf: Record<Sort, (item: Shelved) => number> = {
  default: ({ freshAt }) => Number(freshAt <= since.staleSince),
  newest: () => 0,
  views: ({ views }) => -views,
  area: ({ area }) => known(area, 1),
  '-area': ({ area }) => known(area, -1),
  price: ({ price }) => known(price, 1),
  '-price': ({ price }) => known(price, -1),
  distance: ({ lng, lat }) => (lng! * 0.87 - near[0] * 0.87) ** 2 + (lat! - near[1]) ** 2,
}

it.each(['workshopInfo', 'workshopDemand'] as const)(
  '%s: counts, choices and pages of 40,000 items that change equal those of each item looked at by itself',
  (kind) => {
    const board = new Board(kind)
    const items = new Map<number, Shelved>()
    const made = (id: number) => {
      const item = randomItem(kind, id)
      items.set(id, item)
      return item
    }
    const put = (id: number) => board.put(made(id))
    // As the shelf does after the start.
    const first = new MapOrder<Shelved>()
    for (let id = 1; id <= MANY; id++) first.add(made(id))
    for (const item of first.all()) board.put(item)
    let [found, pages] = [0, 0]
    for (let round = 0; round < 40; round++) {
      passTo(NOW + (round * DAY) / 4)
      near[0] = 119.9 + roll(400) / 1000
      near[1] = 28.9 + roll(300) / 1000
      // Between the filters items change, leave and come.
      for (let n = 0; n < 50; n++) {
        const id = 1 + roll(MANY + round)
        if (n % 3 === 0) put(id)
        else if (n % 3 === 1) {
          items.delete(id)
          board.remove(id)
        } else put(MANY + 1 + roll(2000))
      }
      const f = round === 0 ? {} : randomFilter()
      const ids = round % 8 === 7 ? Array.from({ length: 300 }, () => 1 + roll(MANY)) : null
      const asked = [...items.values()].filter(({ id }) => !ids || ids.includes(id))
      const byHand = asked.filter((item) => leaves(kind, f, item))
      const counted = ended(counting(board, kind, f, { ...since, found: ids }))
      const said = JSON.stringify([round, f])
      expect([counted.total, counted.fresh, counted.placed], said).toEqual([
        byHand.length,
        byHand.filter(({ freshAt }) => freshAt > since.staleSince).length,
        byHand.filter(({ lng }) => lng !== null).length,
      ])
      for (const facet of facetsOf(kind))
        expect(Object.fromEntries(counted.choices!.get(facet.key)!), `${said} ${facet.key}`).toEqual(choicesByHand(kind, f, asked, facet))
      found += counted.total
      const sort = one(Object.keys(keyOf) as Sort[])
      const sorted = byHand
        .filter(({ lng }) => sort !== 'distance' || lng !== null)
        .map((item) => ({ item, key: keyOf[sort](item) }))
        .toSorted((a, b) => (a.key === b.key ? 0 : a.key - b.key) || b.item.publishedAt - a.item.publishedAt || b.item.id - a.item.id)
      const order = orderOf(board.figures, sort, { staleSince: since.staleSince, ids: null, near: sort === 'distance' ? near : undefined })
      for (const from of [0, roll(sorted.length + 1), Math.max(0, sorted.length - 3)]) {
        pages++
        expect(
          Array.from(
            ranked(counted.left!.parts, board.figures, order, from, Math.min(10, sorted.length - from)),
            (place) => board.figures.rows.id[place],
          ),
          `${said} ${sort} ${from}`,
        ).toEqual(sorted.slice(from, from + 10).map(({ item }) => item.id))
      }
    }
    expect(found).toBeGreaterThan(MANY)
    expect(pages).toBe(120)
  },
  60_000,
)
