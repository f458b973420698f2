import { SHRINK } from '../filter.ts'
import type { Figures } from './figures.ts'

export type Sort = 'default' | 'newest' | 'views' | 'area' | '-area' | 'price' | '-price' | 'distance'
/** Negative when the first of two places comes first. No two are equal: the last difference is the id. */
type Order = (a: number, b: number) => number

/** Of two figures; what is not given comes last. */
function inRow(row: Float64Array, sign: 1 | -1): Order {
  return (a, b) => {
    const [one, other] = [row[a]!, row[b]!]
    if (one === other) return 0
    if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
    return Number.isNaN(other) ? -1 : sign * (one - other)
  }
}

/** The order of a list. `ids`: as the search ranked them. */
export function orderOf(
  { rows: { id, freshAt, publishedAt, views, east, north, area, price } }: Figures,
  sort: Sort,
  { staleSince, ids, near }: { staleSince: number; ids: readonly number[] | null; near: readonly number[] | undefined },
): Order {
  const newest: Order = (a, b) => publishedAt[b]! - publishedAt[a]! || id[b]! - id[a]!
  const then =
    (first: Order): Order =>
    (a, b) =>
      first(a, b) || newest(a, b)
  if (sort === 'area' || sort === '-area') return then(inRow(area, sort === 'area' ? 1 : -1))
  if (sort === 'price' || sort === '-price') return then(inRow(price, sort === 'price' ? 1 : -1))
  if (sort === 'views') return then((a, b) => views[b]! - views[a]!)
  if (sort === 'distance' && near) {
    const [x, y] = [near[0]! * SHRINK, near[1]!]
    const far = (place: number) => (east[place]! - x) ** 2 + (north[place]! - y) ** 2
    return then((a, b) => far(a) - far(b))
  }
  if (sort !== 'default') return newest
  const rank = ids && new Map(ids.map((each, n) => [each, n]))
  return then((a, b) => {
    const stale = Number(freshAt[a]! <= staleSince) - Number(freshAt[b]! <= staleSince)
    return stale || !rank ? stale : (rank.get(id[a]!) ?? 0) - (rank.get(id[b]!) ?? 0)
  })
}

/** Puts the place of rank `nth` of the part from `low` to `high` where it belongs, smaller ones before it and larger ones behind. */
function select(places: Int32Array, order: Order, nth: number, low: number, high: number): void {
  while (low < high) {
    const [a, b, c] = [places[low]!, places[(low + high) >>> 1]!, places[high]!]
    // The middle one of three.
    const pivot = order(a, b) < 0 ? (order(b, c) < 0 ? b : order(a, c) < 0 ? c : a) : order(a, c) < 0 ? a : order(b, c) < 0 ? c : b
    let [left, right] = [low, high]
    while (left <= right) {
      while (order(places[left]!, pivot) < 0) left++
      while (order(places[right]!, pivot) > 0) right--
      if (left > right) break
      const moved = places[left]!
      places[left++] = places[right]!
      places[right--] = moved
    }
    if (nth <= right) high = right
    else if (nth >= left) low = left
    else return
  }
}

/**
 * The places of these ranks in order. `places` gets another order. Only the page itself is sorted: sorting a million would hold up all
 * other requests.
 */
export function ranked(places: Int32Array, order: Order, from: number, size: number): Int32Array {
  const to = Math.min(from + size, places.length)
  if (from >= to) return new Int32Array(0)
  select(places, order, from, 0, places.length - 1)
  select(places, order, to - 1, from, places.length - 1)
  return places.slice(from, to).sort(order)
}
