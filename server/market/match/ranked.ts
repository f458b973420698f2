import { SHRINK } from '../filter.ts'
import { BLOCK, putPlaces, WORDS, type Part } from './bits.ts'
import { above } from './cuts.ts'
import type { Figures, Range } from './figures.ts'

export type Sort = 'default' | 'newest' | 'views' | 'area' | '-area' | 'price' | '-price' | 'distance'

/** An order of places. No two are equal: of equal keys the later published comes first, then the larger id. */
export interface Order {
  /** Sets the number by which each of the places is ordered, the smallest first; never NaN. */
  keys(places: Int32Array, keys: Float64Array): void
  /** In these ranges are all places whose key is not above `most`, a finite number. */
  within?(most: number): readonly Range[]
  /** a number that no key of the places from here to the next block is below */
  least?(from: number): number
}

const upTo = (name: Range['name'], sign: 1 | -1, most: number): Range =>
  sign === 1 ? { name, least: -Infinity, end: above(most) } : { name, least: -most, end: Infinity }

/** By a figure; what is not given comes last. */
function byFigure({ rows }: Figures, name: Range['name'], sign: 1 | -1): Order {
  const row = rows[name]
  return {
    keys(places, keys) {
      for (let n = 0; n < places.length; n++) {
        const value = row[places[n]!]!
        keys[n] = Number.isNaN(value) ? Infinity : sign * value
      }
    },
    within: (most) => [upTo(name, sign, most)],
  }
}
/** By a number that is computed for each. */
export const byNumber = (of: (place: number) => number): Order => ({
  keys(places, keys) {
    for (let n = 0; n < places.length; n++) keys[n] = of(places[n]!)
  },
})
/** By distance; what has no place comes last. */
function byDistance(figures: Figures, [lng, lat]: readonly number[]): Order {
  const { east, north } = figures.rows
  const [x, y] = [lng! * SHRINK, lat!]
  return {
    keys(places, keys) {
      for (let n = 0; n < places.length; n++) {
        const far = (east[places[n]!]! - x) ** 2 + (north[places[n]!]! - y) ** 2
        keys[n] = Number.isNaN(far) ? Infinity : far
      }
    },
    within(most) {
      // A little more, because the square is rounded.
      const far = Math.sqrt(most) * (1 + 1e-9) + 1e-9
      return [
        { name: 'east', least: x - far, end: above(x + far) },
        { name: 'north', least: y - far, end: above(y + far) },
      ]
    },
    least: (from) => figures.outside('east', from, x) ** 2 + figures.outside('north', from, y) ** 2,
  }
}

/** The order of a list. `ids`: as the search ranked them. */
export function orderOf(
  figures: Figures,
  sort: Sort,
  { staleSince, ids, near }: { staleSince: number; ids: readonly number[] | null; near: readonly number[] | undefined },
): Order {
  const { id, freshAt, publishedAt } = figures.rows
  if (sort === 'area' || sort === '-area') return byFigure(figures, 'area', sort === 'area' ? 1 : -1)
  if (sort === 'price' || sort === '-price') return byFigure(figures, 'price', sort === 'price' ? 1 : -1)
  if (sort === 'views') return byFigure(figures, 'views', -1)
  if (sort === 'distance' && near) return byDistance(figures, near)
  if (sort !== 'default') return byFigure(figures, 'publishedAt', -1)
  // Those that are not stale come before all others.
  const standing = (place: number) => (freshAt[place]! <= staleSince ? STALE : 0)
  if (ids) {
    const rank = new Map(ids.map((each, n) => [each, n]))
    return byNumber((place) => standing(place) + (rank.get(id[place]!) ?? 0))
  }
  return { ...byNumber((place) => standing(place) - publishedAt[place]!), within: (most) => [upTo('publishedAt', -1, most)] }
}
/** More than any time in milliseconds, and little enough that the sum is exact. */
const STALE = 2 ** 52

/** The first of all places that are added. When there is no room for more, those that can no longer be among the first are left out. */
class Best {
  readonly #places: Int32Array
  readonly #keys: Float64Array
  readonly #rows: Figures['rows']
  readonly #wanted: number
  #many = 0
  /** what has a larger key is not among the wanted */
  limit = Infinity

  constructor(rows: Figures['rows'], wanted: number) {
    this.#rows = rows
    this.#wanted = wanted
    this.#places = new Int32Array(2 * wanted + 64)
    this.#keys = new Float64Array(this.#places.length)
  }
  /** Only for what is up to `limit`. */
  add(place: number, key: number): void {
    if (this.#many === this.#places.length) {
      this.#select(this.#wanted - 1, 0)
      this.#many = this.#wanted
      this.limit = this.#keys[this.#wanted - 1]!
    }
    this.#places[this.#many] = place
    this.#keys[this.#many++] = key
  }
  /** The wanted from this rank on, in order. */
  from(rank: number): Int32Array {
    const to = Math.min(this.#wanted, this.#many)
    if (rank >= to) return new Int32Array(0)
    this.#select(rank, 0)
    this.#select(to - 1, rank)
    const page = Array.from({ length: to - rank }, (_, n) => rank + n).toSorted((a, b) =>
      this.#compare(a, this.#keys[b]!, this.#places[b]!),
    )
    return Int32Array.from(page, (at) => this.#places[at]!)
  }

  /** Negative when what stands at `at` comes before a place with this key. */
  #compare(at: number, key: number, place: number): number {
    const [own, mine] = [this.#keys[at]!, this.#places[at]!]
    if (own !== key) return own < key ? -1 : 1
    const { publishedAt, id } = this.#rows
    return publishedAt[place]! - publishedAt[mine]! || id[place]! - id[mine]!
  }
  /** Puts what has rank `nth`, of all from `low` on, where it belongs, smaller ones before it and larger ones behind. */
  #select(nth: number, low: number): void {
    let high = this.#many - 1
    const [places, keys] = [this.#places, this.#keys]
    while (low < high) {
      const middle = (low + high) >>> 1
      const [key, place] = [keys[middle]!, places[middle]!]
      let [left, right] = [low, high]
      while (left <= right) {
        while (this.#compare(left, key, place) < 0) left++
        while (this.#compare(right, key, place) > 0) right--
        if (left > right) break
        const [movedPlace, movedKey] = [places[left]!, keys[left]!]
        places[left] = places[right]!
        keys[left++] = keys[right]!
        places[right] = movedPlace
        keys[right--] = movedKey
      }
      if (nth <= right) high = right
      else if (nth >= left) low = left
      else return
    }
  }
}

/**
 * The marked places of these ranks in order. Only the page itself is sorted, and what cannot stand on it is not looked at: sorting a million
 * would hold up all other requests.
 */
export function ranked(parts: readonly Part[], figures: Figures, { keys, within, least }: Order, from: number, size: number): Int32Array {
  if (size <= 0) return new Int32Array(0)
  const best = new Best(figures.rows, from + size)
  const near = least && parts.map((part) => ({ part, least: least(part.from) })).toSorted((a, b) => a.least - b.least)
  for (const part of near?.map((each) => each.part) ?? parts) {
    some.words.set(part.words)
    some.from = part.from
    if (within && best.limit < Infinity && !figures.narrow(some.words, part.from, within(best.limit))) continue
    const places = room.subarray(0, putPlaces(some, room))
    keys(places, numbers)
    for (let n = 0; n < places.length; n++) if (numbers[n]! <= best.limit) best.add(places[n]!, numbers[n]!)
  }
  return best.from(from)
}
/** For one block; new memory for each takes longer than the rest. */
const [room, numbers, some] = [new Int32Array(BLOCK), new Float64Array(BLOCK), { from: 0, words: new Uint32Array(WORDS) }]
