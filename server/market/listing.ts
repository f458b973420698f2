import type { AttributeKey } from '../../contract/market/attributes.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { facetsOf, lowest, SHRINK, type Facet, type Filters } from './filter.ts'
import type { Bounds } from './match/figures.ts'
import type { Shelved } from './match/shelf.ts'

type Test = (item: Shelved) => boolean

/** The conditions of filter.ts for items on the shelf; a test compares both. `bounded`: all items are within boundsOf(f). */
function plainTests(
  kind: MarketKind,
  f: Filters,
  { staleSince, found, bounded = false }: { staleSince: number; found: ReadonlySet<number> | null; bounded?: boolean },
): Test[] {
  const side = marketKinds[kind].side === 'supply' ? 0 : 1
  const all: Test[] = []
  const within = (of: (item: Shelved) => number | null, low: number | undefined, high: number | undefined) => {
    if (low !== undefined)
      all.push((item) => {
        const value = of(item)
        return value !== null && value >= low
      })
    if (high !== undefined)
      all.push((item) => {
        const value = of(item)
        return value !== null && value <= high
      })
  }
  // The conditions that exclude most items come first.
  if (found) all.push(({ id }) => found.has(id))
  if (f.box && !bounded) {
    const [west, south, east, north] = f.box as [number, number, number, number]
    const [left, right] = [west * SHRINK, east * SHRINK]
    all.push(
      ({ lng, lat }) => lng !== null && lat !== null && lat >= south && lat <= north && lng * SHRINK >= left && lng * SHRINK <= right,
    )
  }
  if (!bounded) {
    within(({ area }) => area, f.areaMin, f.areaMax)
    within(({ price }) => price, f.priceMin, f.priceMax)
  }
  for (const [key, keys] of Object.entries(lowest)) {
    const attribute = keys[side]
    const value = f[key as 'loadMin']
    if (value !== undefined) all.push(({ attributes }) => typeof attributes[attribute] === 'number' && attributes[attribute] >= value)
  }
  const { availableBy } = f
  if (availableBy && kind === 'workshopInfo')
    all.push(({ attributes: { availableDate } }) => availableDate === undefined || String(availableDate) <= availableBy)
  if (f.fresh === 1) all.push(({ freshAt }) => freshAt > staleSince)
  return all
}

/** The bounds that the filters set to figures: what is outside need not be looked at. */
export function boundsOf({ box, areaMin, areaMax, priceMin, priceMax }: Filters): Bounds {
  const range = (least = -Infinity, most = Infinity) => (least === -Infinity && most === Infinity ? undefined : ([least, most] as const))
  const [west, south, east, north] = box ?? []
  const bounds = {
    east: box && range(west! * SHRINK, east! * SHRINK),
    north: box && range(south, north),
    area: range(areaMin, areaMax),
    price: range(priceMin, priceMax),
  }
  return Object.fromEntries(Object.entries(bounds).filter(([, asked]) => asked !== undefined))
}

const NONE: readonly string[] = []
/** The values of an item for a facet. */
function valuesOf({ attribute }: Facet): (item: Shelved) => readonly string[] {
  if (attribute === null) return ({ streetIds }) => streetIds
  const key: AttributeKey = attribute
  return ({ attributes }) => {
    const value = attributes[key]
    return Array.isArray(value) ? value : typeof value === 'string' ? [value] : NONE
  }
}
function facetTest(facet: Facet, f: Filters): Test | null {
  const asked = f[facet.key]
  if (!asked?.length) return null
  const of = valuesOf(facet)
  const wanted = new Set(asked)
  if (facet.attribute === null)
    return (item) => {
      const has = of(item)
      return has.length === 0 || has.some((value) => wanted.has(value))
    }
  if (facet.key === 'facilities')
    return (item) => {
      const has = of(item)
      return asked.every((value) => has.includes(value))
    }
  return (item) => of(item).some((value) => wanted.has(value))
}

/** A test of an item against the whole filter. */
export function leaving(kind: MarketKind, f: Filters, staleSince: number, found: ReadonlySet<number> | null): Test {
  const tests = [...plainTests(kind, f, { staleSince, found }), ...facetsOf(kind).flatMap((facet) => facetTest(facet, f) ?? [])]
  return (item) => tests.every((test) => test(item))
}

export interface Counted {
  total: number
  /** of these, how many were confirmed in time, and how many have a place */
  fresh: number
  placed: number
  /** how many each choice of a facet would leave under all other filters */
  choices: ReadonlyMap<Facet['key'], ReadonlyMap<string, number>>
  /** the matching items, unless they are too many to be sorted here */
  left: readonly Shelved[] | null
}
/** So many are looked at before others may get their turn. */
export const BATCH = 4000

/**
 * Counts the matching items and those for each choice of a facet in one pass. `most`: up to so many items are returned for sorting.
 * `bounded`: the items are within boundsOf(f).
 */
export function* counting(
  items: readonly Shelved[],
  kind: MarketKind,
  f: Filters,
  { most, ...given }: { staleSince: number; found: ReadonlySet<number> | null; most: number; bounded: boolean },
): Generator<undefined, Counted, boolean | undefined> {
  const { staleSince } = given
  const plain = plainTests(kind, f, given)
  const facets = facetsOf(kind).map((facet) => ({
    key: facet.key,
    test: facetTest(facet, f),
    of: valuesOf(facet),
    counts: new Map<string, number>(),
    /** demands of the whole county: every street would leave them */
    anywhere: 0,
    isStreet: facet.attribute === null,
  }))
  const count = (facet: (typeof facets)[number], item: Shelved) => {
    const values = facet.of(item)
    if (facet.isStreet && values.length === 0) facet.anywhere++
    for (const value of values) facet.counts.set(value, (facet.counts.get(value) ?? 0) + 1)
  }
  const left: Shelved[] = []
  let [total, fresh, placed] = [0, 0, 0]
  for (let n = 0; n < items.length; n++) {
    if (n % BATCH === BATCH - 1) yield
    const item = items[n]!
    if (!plain.every((test) => test(item))) continue
    let [failed, other] = [-1, false]
    for (let at = 0; at < facets.length && !other; at++) {
      const { test } = facets[at]!
      if (test === null || test(item)) continue
      other = failed >= 0
      failed = at
    }
    // It fails two facets, so no single choice would include it.
    if (other) continue
    if (failed >= 0) {
      count(facets[failed]!, item)
      continue
    }
    total++
    if (item.freshAt > staleSince) fresh++
    if (item.lng !== null) placed++
    if (left.length <= most) left.push(item)
    for (const facet of facets) count(facet, item)
  }
  for (const { counts, anywhere } of facets) for (const [value, many] of counts) counts.set(value, many + anywhere)
  return { total, fresh, placed, choices: new Map(facets.map(({ key, counts }) => [key, counts])), left: left.length > most ? null : left }
}

type Sort = 'default' | 'newest' | 'area' | '-area' | 'price' | '-price' | 'distance'
const last = (a: number | null, b: number | null, sign: 1 | -1): number => (a === b ? 0 : a === null ? 1 : b === null ? -1 : sign * (a - b))

/** The ids of one page of the matching items, in the order of the list. */
export function pageIn(
  left: readonly Shelved[],
  sort: Sort,
  {
    staleSince,
    ids,
    near,
    from,
    size,
  }: { staleSince: number; ids: readonly number[] | null; near: readonly number[] | undefined; from: number; size: number },
): number[] {
  const place = new Map(ids?.map((id, n) => [id, n]))
  const far = ([lng, lat]: readonly number[], item: Shelved) => Math.hypot((item.lng! - lng!) * SHRINK, item.lat! - lat!)
  const first: (a: Shelved, b: Shelved) => number =
    sort === 'area' || sort === '-area'
      ? (a, b) => last(a.area, b.area, sort === 'area' ? 1 : -1)
      : sort === 'price' || sort === '-price'
        ? (a, b) => last(a.price, b.price, sort === 'price' ? 1 : -1)
        : sort === 'distance' && near
          ? (a, b) => far(near, a) - far(near, b)
          : sort === 'default'
            ? (a, b) => Number(a.freshAt <= staleSince) - Number(b.freshAt <= staleSince) || (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)
            : () => 0
  const shown = sort === 'distance' && near ? left.filter(({ lng }) => lng !== null) : [...left]
  return shown
    .sort((a, b) => first(a, b) || b.publishedAt - a.publishedAt || b.id - a.id)
    .slice(from, from + size)
    .map(({ id }) => id)
}
