import type { MarketKind } from '../../../contract/market/states.ts'
import { facetsOf, type Facet, type Filters } from '../filter.ts'
import { BLOCK, onesIn, putPlaces, WORDS, type Bits } from './bits.ts'
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

/** Of so many marked places of a block the values are looked up for each; of more, words are counted. */
export const FEW = 2048
/** Sets of values that are told apart. Where there are more, words are counted always. */
const MOST_SETS = 256

interface Block {
  /** for each value the words of the places that have it, one value after the other */
  bits: Bits
  /** the number of the set of values of each place */
  sets: Uint8Array
}
/** Marked places of a block; `at`: the words that are not empty. */
interface Marked {
  words: Bits
  at: Int32Array
  /** each place within the block; null when they are more than FEW */
  places: Int32Array | null
}
/** Lists `many` marked places, when they are few, in memory of the caller: a list is gone through faster than words. */
export const marked = (words: Bits, many: number, at: Int32Array, room: Int32Array): Marked => ({
  words,
  at,
  places: many > FEW ? null : room.subarray(0, putPlaces({ from: 0, words }, room)),
})
/** How many places have each value. */
interface Tally {
  columns: Uint32Array
  sets: Uint32Array
}

/** The items of a board by the values of one facet: for each value the places that have it, and for each place its set of values. */
export class Choice {
  readonly facet: Facet
  readonly #columns = new Map<string, number>()
  /** the number of each set by its values, and its columns by number */
  readonly #sets = new Map<string, number>()
  readonly #inSet: (readonly number[])[] = []
  /** whether there are more sets than are told apart */
  #isMany = false
  readonly #blocks: Block[] = []
  readonly #passing = new Uint32Array(WORDS)

  constructor(facet: Facet) {
    this.facet = facet
  }

  /** The place must be empty. */
  put(place: number, item: Shelved): void {
    const block = (this.#blocks[Math.floor(place / BLOCK)] ??= { bits: new Uint32Array(4 * WORDS), sets: new Uint8Array(BLOCK) })
    const values = valuesOf(this.facet, item)
    const name = `${values.length} ${values.join('\n')}`
    const known = this.#sets.get(name)
    const columns = known === undefined ? this.#columnsOf(values) : this.#inSet[known]!
    const at = place % BLOCK
    if (known === undefined) this.#isMany ||= this.#inSet.length === MOST_SETS
    if (known === undefined && !this.#isMany) this.#sets.set(name, this.#inSet.push(columns) - 1)
    block.sets[at] = known ?? this.#inSet.length - 1
    for (const column of columns) {
      if ((column + 1) * WORDS > block.bits.length) {
        const wider = new Uint32Array(2 * (column + 1) * WORDS)
        wider.set(block.bits)
        block.bits = wider
      }
      block.bits[column * WORDS + (at >>> 5)]! |= 1 << (at & 31)
    }
  }
  remove(place: number): void {
    const { bits } = this.#blocks[Math.floor(place / BLOCK)]!
    for (let n = (place % BLOCK) >>> 5; n < bits.length; n += WORDS) bits[n]! &= ~(1 << (place & 31))
  }

  isAsked(f: Filters): boolean {
    return (f[this.facet.key]?.length ?? 0) > 0
  }
  /** Which places of a block pass the filter, as in filter.ts; valid until the next call. */
  pass(f: Filters, from: number): Bits {
    const [passing, bits] = [this.#passing, this.#blocks[from / BLOCK]!.bits]
    const isAll = this.facet.key === 'facilities'
    const columns: (number | undefined)[] = f[this.facet.key]!.map((value) => this.#columns.get(value))
    if (this.facet.attribute === null) columns.push(ANYWHERE)
    passing.fill(isAll ? ~0 : 0)
    for (const column of columns) {
      const row = (column ?? Infinity) * WORDS
      if (row >= bits.length) {
        if (isAll) passing.fill(0)
      } else if (isAll) for (let n = 0; n < WORDS; n++) passing[n]! &= bits[row + n]!
      else for (let n = 0; n < WORDS; n++) passing[n]! |= bits[row + n]!
    }
    return passing
  }

  /** Room for `count`. */
  tally(): Tally {
    return { columns: new Uint32Array(this.#columns.size + 1), sets: new Uint32Array(this.#inSet.length) }
  }
  /** Adds how many of these places of a block have each value. */
  count({ words, at, places }: Marked, from: number, { columns, sets }: Tally): void {
    const block = this.#blocks[from / BLOCK]!
    if (places && !this.#isMany) {
      const numbers = block.sets
      for (let n = 0; n < places.length; n++) sets[numbers[places[n]!]!]!++
      return
    }
    for (let column = 0; column < columns.length && column * WORDS < block.bits.length; column++) {
      let sum = 0
      for (let m = 0; m < at.length; m++) {
        const shared = words[at[m]!]! & block.bits[column * WORDS + at[m]!]!
        if (shared !== 0) sum += onesIn(shared)
      }
      columns[column]! += sum
    }
  }
  /** The counts by value, without those that no item has. */
  named({ columns, sets }: Tally): ReadonlyMap<string, number> {
    const counts = columns.slice()
    for (let set = 0; set < sets.length; set++) if (sets[set]! > 0) for (const column of this.#inSet[set]!) counts[column]! += sets[set]!
    return new Map(
      [...this.#columns].flatMap(([value, column]) => (counts[column]! > 0 ? [[value, counts[column]! + counts[ANYWHERE]!] as const] : [])),
    )
  }
  /** Puts into a block the places that have one of the values. */
  having(values: readonly string[], from: number, found: Bits): void {
    const { bits } = this.#blocks[from / BLOCK]!
    for (const value of values) {
      const row = (this.#columns.get(value) ?? Infinity) * WORDS
      if (row < bits.length) for (let n = 0; n < WORDS; n++) found[n]! |= bits[row + n]!
    }
  }

  /** The columns of these values, with new ones for those that no item had. */
  #columnsOf(values: readonly string[]): readonly number[] {
    if (values.length === 0) return this.facet.attribute === null ? [ANYWHERE] : []
    return [...new Set(values)].map((value) => {
      const column = this.#columns.get(value) ?? this.#columns.size + 1
      this.#columns.set(value, column)
      return column
    })
  }
}

export const choicesOf = (kind: MarketKind): readonly Choice[] => facetsOf(kind).map((facet) => new Choice(facet))
