import type { MarketKind } from '../../../contract/market/states.ts'
import { facetsOf, type Facet, type Filters } from '../filter.ts'
import { onesIn, type Bits } from './bits.ts'
import { WORDS } from './cuts.ts'
import type { Shelved } from './shelved.ts'

const NONE: readonly string[] = []
/** The column of the demands of the whole county, which every street would leave; empty for other facets. */
const ANYWHERE = 0

/** The values of an item for a facet. */
function valuesOf({ attribute }: Facet, { streetIds, attributes }: Shelved): readonly string[] {
  if (attribute === null) return streetIds
  const value = attributes[attribute]
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : NONE
}

/** The items of a board by the values of one facet: for each value the places that have it. The words of the same places stand together. */
export class Choice {
  readonly facet: Facet
  readonly #columns = new Map<string, number>()
  readonly #passing = new Uint32Array(WORDS)
  /** columns that there is room for */
  #width = 4
  /** Whole blocks, so that a block is read without looking where the rows end. */
  #bits = new Uint32Array(WORDS * this.#width)

  constructor(facet: Facet) {
    this.facet = facet
  }

  /** The place must be empty. */
  put(place: number, item: Shelved): void {
    const rows = this.#bits.length / this.#width
    if (place >>> 5 >= rows) this.#resize(rows * 2, this.#width)
    const values = valuesOf(this.facet, item)
    if (values.length === 0 && this.facet.attribute === null) this.#mark(place, ANYWHERE)
    for (const value of values) {
      let column = this.#columns.get(value)
      if (column === undefined) {
        this.#columns.set(value, (column = this.#columns.size + 1))
        if (column === this.#width) this.#resize(this.#bits.length / this.#width, this.#width * 2)
      }
      this.#mark(place, column)
    }
  }
  remove(place: number): void {
    const from = (place >>> 5) * this.#width
    for (let n = from; n < from + this.#width; n++) this.#bits[n]! &= ~(1 << (place & 31))
  }

  isAsked(f: Filters): boolean {
    return (f[this.facet.key]?.length ?? 0) > 0
  }
  /**
   * Which places of a block pass the filter, as in filter.ts; valid until the next call. `at`: the words of the block that are asked for; the
   * others are empty.
   */
  pass(f: Filters, from: number, at: Int32Array): Bits {
    const [words, bits, width] = [this.#passing, this.#bits, this.#width]
    words.fill(0)
    const asked = (f[this.facet.key] ?? []).map((value) => this.#columns.get(value))
    const columns = asked.filter((column) => column !== undefined)
    const isAll = this.facet.key === 'facilities'
    if (isAll && columns.length < asked.length) return words
    if (!isAll) columns.push(ANYWHERE)
    for (let n = 0; n < at.length; n++) {
      const row = ((from >>> 5) + at[n]!) * width
      let word = isAll ? ~0 : 0
      for (let c = 0; c < columns.length; c++) word = isAll ? word & bits[row + columns[c]!]! : word | bits[row + columns[c]!]!
      words[at[n]!] = word
    }
    return words
  }

  /** Room for `count`. */
  counts(): Uint32Array {
    return new Uint32Array(this.#columns.size + 1)
  }
  /** Adds how many of these places of a block have each value. `at`: the words that are not empty. */
  count(words: Bits, from: number, at: Int32Array, counts: Uint32Array): void {
    const [bits, width] = [this.#bits, this.#width]
    for (let n = 0; n < at.length; n++) {
      const word = words[at[n]!]!
      if (word === 0) continue
      const row = ((from >>> 5) + at[n]!) * width
      for (let column = 0; column < counts.length; column++) {
        const shared = word & bits[row + column]!
        if (shared !== 0) counts[column]! += onesIn(shared)
      }
    }
  }
  /** The counts by value, without those that no item has. */
  named(counts: Uint32Array): ReadonlyMap<string, number> {
    return new Map(
      [...this.#columns].flatMap(([value, column]) => (counts[column]! > 0 ? [[value, counts[column]! + counts[ANYWHERE]!] as const] : [])),
    )
  }
  /** The places that have one of the values, as many words as asked for. */
  having(values: readonly string[], words: number): Bits {
    const columns = values.flatMap((value) => this.#columns.get(value) ?? [])
    const found = new Uint32Array(words)
    for (let n = 0; n < words; n++) for (const column of columns) found[n]! |= this.#bits[n * this.#width + column]!
    return found
  }

  #mark(place: number, column: number): void {
    this.#bits[(place >>> 5) * this.#width + column]! |= 1 << (place & 31)
  }
  #resize(rows: number, width: number): void {
    const [before, narrow] = [this.#bits, this.#width]
    this.#bits = new Uint32Array(rows * width)
    this.#width = width
    if (width === narrow) this.#bits.set(before)
    else for (let n = 0; n < before.length; n += narrow) this.#bits.set(before.subarray(n, n + narrow), (n / narrow) * width)
  }
}

export const choicesOf = (kind: MarketKind): readonly Choice[] => facetsOf(kind).map((facet) => new Choice(facet))
