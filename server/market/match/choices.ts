import type { MarketKind } from '../../../contract/market/states.ts'
import { facetsOf, type Facet, type Filters } from '../filter.ts'
import { mark, unmark, wordsFor, type Bits } from './bits.ts'
import { BLOCK, WORDS } from './cuts.ts'
import type { Shelved } from './shelf.ts'

/** Whole blocks, so that a block is read without looking where the rows end. */
const FIRST_ROOM = BLOCK
const NONE: readonly string[] = []

/** The values of an item for a facet. */
function valuesOf({ attribute }: Facet, { streetIds, attributes }: Shelved): readonly string[] {
  if (attribute === null) return streetIds
  const value = attributes[attribute]
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : NONE
}

/** The items of a board by the values of one facet: for each value the places that have it. */
export class Choice {
  readonly facet: Facet
  /** the places that have a value */
  readonly values = new Map<string, Bits>()
  /** demands of the whole county, which every street would leave; null for other facets */
  anywhere: Bits | null
  readonly #passing = new Uint32Array(WORDS)
  #words = wordsFor(FIRST_ROOM)

  constructor(facet: Facet) {
    this.facet = facet
    this.anywhere = facet.attribute === null ? new Uint32Array(this.#words) : null
  }

  /** The place must be empty. */
  put(place: number, item: Shelved): void {
    this.#widen(place)
    const values = valuesOf(this.facet, item)
    if (values.length === 0 && this.anywhere) mark(this.anywhere, place)
    for (const value of values) {
      let bits = this.values.get(value)
      if (!bits) this.values.set(value, (bits = new Uint32Array(this.#words)))
      mark(bits, place)
    }
  }
  remove(place: number): void {
    for (const bits of this.values.values()) unmark(bits, place)
    if (this.anywhere) unmark(this.anywhere, place)
  }

  /** Which places of a block pass the filter, as in filter.ts; valid until the next call. `first`: the first word of the block. */
  pass(f: Filters, first: number): Bits {
    const words = this.#passing
    const asked = (f[this.facet.key] ?? []).map((value) => this.values.get(value))
    if (this.facet.key === 'facilities') {
      words.fill(~0)
      for (const row of asked)
        if (!row) words.fill(0)
        else for (let n = 0; n < words.length; n++) words[n]! &= row[first + n]!
      return words
    }
    words.fill(0)
    for (const row of [...asked, this.anywhere]) if (row) for (let n = 0; n < words.length; n++) words[n]! |= row[first + n]!
    return words
  }
  isAsked(f: Filters): boolean {
    return (f[this.facet.key]?.length ?? 0) > 0
  }

  #widen(place: number): void {
    if (wordsFor(place + 1) <= this.#words) return
    this.#words = Math.max(this.#words * 2, wordsFor(place + 1))
    const wider = (bits: Bits): Bits => {
      const more = new Uint32Array(this.#words)
      more.set(bits)
      return more
    }
    for (const [value, bits] of this.values) this.values.set(value, wider(bits))
    if (this.anywhere) this.anywhere = wider(this.anywhere)
  }
}

export const choicesOf = (kind: MarketKind): readonly Choice[] => facetsOf(kind).map((facet) => new Choice(facet))
