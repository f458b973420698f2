import { SHRINK } from '../filter.ts'
import type { Shelved } from './shelf.ts'

const FIRST_ROOM = 1024
const names = ['freshAt', 'east', 'north', 'area', 'price'] as const
type Name = (typeof names)[number]
/** The smallest and largest value of some figures, both included; an item without such a figure is outside. `east`: see SHRINK. */
export type Bounds = Partial<Record<Exclude<Name, 'freshAt'>, readonly [least: number, most: number]>>

/**
 * The figures of the items of a board by place, in rows of numbers: reading them from 100,000 objects takes most of the time of a count.
 * NaN = not given, which no comparison includes.
 */
export class Figures {
  #rows = Object.fromEntries(names.map((name) => [name, new Float64Array(FIRST_ROOM)])) as Record<Name, Float64Array>

  put(place: number, { freshAt, lng, lat, area, price }: Shelved): void {
    if (place >= this.#rows.freshAt.length) this.#widen()
    const rows = this.#rows
    rows.freshAt[place] = freshAt
    rows.east[place] = lng === null ? NaN : lng * SHRINK
    rows.north[place] = lat ?? NaN
    rows.area[place] = area ?? NaN
    rows.price[place] = price ?? NaN
  }
  remove(place: number): void {
    this.#rows.freshAt[place] = 0
  }

  /** Of the places from `from` to `to`: those confirmed after `since` and within the bounds. */
  places(from: number, to: number, since: number, bounds: Bounds = {}): Int32Array {
    const { freshAt } = this.#rows
    const found = new Int32Array(to - from)
    let many = 0
    for (let place = from; place < to; place++) if (freshAt[place]! > since) found[many++] = place
    for (const [name, [least, most]] of Object.entries(bounds) as [Name, readonly [number, number]][]) {
      const row = this.#rows[name]
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
      const wider = new Float64Array(this.#rows[name].length * 2)
      wider.set(this.#rows[name])
      this.#rows[name] = wider
    }
  }
}
