import { marketKinds } from '../../../contract/market/states.ts'
import { lowest, SHRINK } from '../filter.ts'
import { BLOCK, lowestIn, WORDS, type Bits } from './bits.ts'
import { Cuts } from './cuts.ts'
import type { Shelved } from './shelved.ts'

const FIRST_ROOM = 1024
/** For one block; new memory for each would make the collector run all the time. */
const scratch = new Int32Array(BLOCK)
/** for each range of a filter the places that have to be compared */
const edges: Bits[] = []
const asked = ['loadMin', 'heightMin', 'craneMin', 'powerMin'] as const
/** figures with filters or orders */
const ranged = ['freshAt', 'east', 'north', 'area', 'price', 'available', ...asked, 'publishedAt', 'views'] as const
type Ranged = (typeof ranged)[number]
const names = ['id', ...ranged] as const
type Name = (typeof names)[number]
/** The values of a figure from `least` to below `end`; an item without the figure is outside. `east`: see SHRINK. */
export interface Range {
  name: Ranged
  least: number
  end: number
}

/** A date 'YYYY-MM-DD' as a number of the same order. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''))

/**
 * The figures of the items of a board by place, in rows of numbers: reading them from 100,000 objects takes most of the time of a count.
 * NaN = not given, which no comparison includes.
 */
export class Figures {
  rows = Object.fromEntries(names.map((name) => [name, new Float64Array(FIRST_ROOM)])) as Record<Name, Float64Array>

  /** made when they are first asked for, by block */
  readonly #cuts = Object.fromEntries(ranged.map((name): [Ranged, Cuts[]] => [name, []])) as Record<Ranged, Cuts[]>
  #places = 0
  /** the ranges of the last `narrow` of which the cuts do not tell everything */
  readonly #open: (Range & { edge: Bits })[] = []

  put(place: number, { id, kind, freshAt, publishedAt, views, lng, lat, area, price, attributes }: Shelved): void {
    if (place >= this.rows.freshAt.length) this.#widen()
    this.#places = Math.max(this.#places, place + 1)
    const { availableDate } = attributes
    this.rows.id[place] = id
    this.#set('publishedAt', place, publishedAt)
    this.#set('views', place, views)
    this.#set('freshAt', place, freshAt)
    this.#set('east', place, lng === null ? NaN : lng * SHRINK)
    this.#set('north', place, lat ?? NaN)
    this.#set('area', place, area ?? NaN)
    this.#set('price', place, price ?? NaN)
    // What is free at any time is within every date.
    this.#set('available', place, typeof availableDate === 'string' ? dayNumber(availableDate) : -Infinity)
    const side = marketKinds[kind].side === 'supply' ? 0 : 1
    for (const name of asked) {
      const value = attributes[lowest[name][side]]
      this.#set(name, place, typeof value === 'number' ? value : NaN)
    }
  }
  remove(place: number): void {
    this.#set('freshAt', place, 0)
  }
  setViews(place: number, views: number): void {
    this.#set('views', place, views)
  }

  /** The places of one block that were confirmed after `since`. They stand in the same memory at each call, so read them before the next. */
  places(from: number, to: number, since: number): Int32Array {
    const { freshAt } = this.rows
    let many = 0
    for (let place = from; place < to; place++) if (freshAt[place]! > since) scratch[many++] = place
    return scratch.subarray(0, many)
  }
  /**
   * Leaves in the words of a block, whose first place is `from`, what the cuts do not tell to be outside of the ranges; `compare` has to
   * follow. False when all are outside.
   */
  narrow(words: Bits, from: number, ranges: readonly Range[]): boolean {
    this.#open.length = 0
    for (const [n, range] of ranges.entries()) {
      const edge = (edges[n] ??= new Uint32Array(WORDS))
      const remaining = this.#cutsOf(range.name, from).narrow(words, edge, range.least, range.end)
      if (remaining === 'nothing') return false
      if (remaining === 'some') this.#open.push({ ...range, edge })
    }
    return true
  }
  /**
   * After `narrow`, with the same words or some of them: takes out those whose figures turn out to be outside. `at`: the words that are not
   * empty.
   */
  compare(words: Bits, from: number, at: Int32Array): void {
    for (const { name, least, end, edge } of this.#open) {
      const row = this.rows[name]
      for (let m = 0; m < at.length; m++) {
        const n = at[m]!
        for (let open = words[n]! & edge[n]!; open !== 0; open &= open - 1) {
          const value = row[from + (n << 5) + lowestIn(open)]!
          if (!(value >= least && value < end)) words[n]! &= ~(open & -open)
        }
      }
    }
  }
  /** Leaves those that are on the map. */
  narrowPlaced(words: Bits, from: number): void {
    this.#cutsOf('east', from).narrowGiven(words)
  }

  /** How far a value is outside of all values of a figure in a block. */
  outside(name: Ranged, from: number, value: number): number {
    const { least, most } = this.#cutsOf(name, from)
    return Math.max(least - value, value - most, 0)
  }

  /** Otherwise the first list with a figure would wait for its cuts. */
  *prepare(): Generator<undefined, void> {
    for (let from = 0; from < this.#places; from += BLOCK)
      for (const name of ranged) {
        this.#cutsOf(name, from)
        yield
      }
  }

  #cutsOf(name: Ranged, from: number): Cuts {
    const [all, block] = [this.#cuts[name], from / BLOCK]
    const known = all[block]
    if (known?.isGood) return known
    return (all[block] = new Cuts(this.rows[name], from, Math.min(from + BLOCK, this.#places)))
  }
  #set(name: Ranged, place: number, value: number): void {
    this.rows[name][place] = value
    this.#cuts[name][Math.floor(place / BLOCK)]?.put(place % BLOCK, value)
  }

  #widen(): void {
    for (const name of names) {
      const wider = new Float64Array(this.rows[name].length * 2)
      wider.set(this.rows[name])
      this.rows[name] = wider
    }
  }
}
