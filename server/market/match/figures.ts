import { marketKinds } from '../../../contract/market/states.ts'
import { lowest, SHRINK } from '../filter.ts'
import type { Shelved } from './shelf.ts'

const FIRST_ROOM = 1024
/** Places that are looked at between two turns of other requests. */
export const BLOCK = 16_384
/** For one block; new memory for each would make the collector run all the time. */
const scratch = new Int32Array(BLOCK)
const asked = ['loadMin', 'heightMin', 'craneMin', 'powerMin'] as const
const names = ['id', 'freshAt', 'publishedAt', 'east', 'north', 'area', 'price', 'available', ...asked] as const
type Name = (typeof names)[number]
/** The smallest and largest value of some figures, both included; an item without such a figure is outside. `east`: see SHRINK. */
export type Bounds = Partial<Record<Exclude<Name, 'id' | 'freshAt' | 'publishedAt'>, readonly [least: number, most: number]>>

/** A date 'YYYY-MM-DD' as a number of the same order. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''))

/**
 * The figures of the items of a board by place, in rows of numbers: reading them from 100,000 objects takes most of the time of a count.
 * NaN = not given, which no comparison includes.
 */
export class Figures {
  rows = Object.fromEntries(names.map((name) => [name, new Float64Array(FIRST_ROOM)])) as Record<Name, Float64Array>

  put(place: number, { id, kind, freshAt, publishedAt, lng, lat, area, price, attributes }: Shelved): void {
    if (place >= this.rows.freshAt.length) this.#widen()
    const { rows } = this
    rows.id[place] = id
    rows.freshAt[place] = freshAt
    rows.publishedAt[place] = publishedAt
    rows.east[place] = lng === null ? NaN : lng * SHRINK
    rows.north[place] = lat ?? NaN
    rows.area[place] = area ?? NaN
    rows.price[place] = price ?? NaN
    const { availableDate } = attributes
    // What is free at any time is within every date.
    rows.available[place] = typeof availableDate === 'string' ? dayNumber(availableDate) : -Infinity
    const side = marketKinds[kind].side === 'supply' ? 0 : 1
    for (const name of asked) {
      const value = attributes[lowest[name][side]]
      rows[name][place] = typeof value === 'number' ? value : NaN
    }
  }
  remove(place: number): void {
    this.rows.freshAt[place] = 0
  }

  /**
   * Of the places of one block, from `from` to `to`: those confirmed after `since` and within the bounds. They stand in the same memory at
   * each call, so read them before the next.
   */
  places(from: number, to: number, since: number, bounds: Bounds = {}): Int32Array {
    const { freshAt } = this.rows
    let many = 0
    for (let place = from; place < to; place++) if (freshAt[place]! > since) scratch[many++] = place
    return this.#within(scratch, many, bounds)
  }
  /** The same of those that are among `known`, which ascend. */
  among(known: Int32Array, from: number, to: number, since: number, bounds: Bounds): Int32Array {
    const { freshAt } = this.rows
    let many = 0
    for (let n = 0; n < known.length && many < BLOCK; n++) {
      const place = known[n]!
      if (place >= from && place < to && freshAt[place]! > since) scratch[many++] = place
    }
    return this.#within(scratch, many, bounds)
  }
  /** Those of the places that are on the map. */
  placed(places: Int32Array): Int32Array {
    return this.#within(places.slice(), places.length, { east: [-Infinity, Infinity] })
  }

  /** Narrows the first `many` of the places down in place. */
  #within(found: Int32Array, many: number, bounds: Bounds): Int32Array {
    for (const [name, [least, most]] of Object.entries(bounds) as [Name, readonly [number, number]][]) {
      const row = this.rows[name]
      let left = 0
      for (let n = 0; n < many; n++) {
        const place = found[n]!
        const value = row[place]!
        if (value >= least && value <= most) found[left++] = place
      }
      many = left
    }
    return found.subarray(0, many)
  }

  #widen(): void {
    for (const name of names) {
      const wider = new Float64Array(this.rows[name].length * 2)
      wider.set(this.rows[name])
      this.rows[name] = wider
    }
  }
}
