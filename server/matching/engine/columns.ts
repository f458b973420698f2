import { isComputed } from '../../../contract/rule/vocabulary.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { leafTest } from './condition.ts'
import { Facts } from './facts.ts'
import type { CompiledPolicy } from './judge.ts'
import { isWithinReach, NEAR_LIMITS } from './near.ts'
import { rational } from './rational.ts'
import { MET, NEAR, NOT_MET, OPEN } from './standing.ts'
import type { Spec } from './trace.ts'
import { TRUE, UNKNOWN } from './truth.ts'
import type { Answers, Leaf } from './types.ts'

const UNKNOWN_VALUE = 0
const FIRST_ROOM = 1024

/** One field of many records: each value once, and for each record the place of its value. */
class Column {
  readonly field: CatalogField
  readonly values: unknown[] = [undefined]
  codes = new Int32Array(FIRST_ROOM)
  readonly #byValue = new Map<unknown, number>()

  constructor(field: CatalogField) {
    this.field = field
  }

  put(place: number, value: unknown): void {
    if (place >= this.codes.length) {
      const wider = new Int32Array(Math.max(place + 1, this.codes.length * 2))
      wider.set(this.codes)
      this.codes = wider
    }
    this.codes[place] = value === undefined || value === null ? UNKNOWN_VALUE : this.#codeOf(value)
  }

  #codeOf(value: unknown): number {
    const key = Array.isArray(value) ? `[${JSON.stringify(value)}` : typeof value === 'string' ? `=${value}` : value
    const known = this.#byValue.get(key)
    if (known !== undefined) return known
    const code = this.values.push(value) - 1
    this.#byValue.set(key, code)
    return code
  }
}

/** In one number: how many parts failed, how many are open, and how many failed that cannot be closed. */
const [FAILED, STILL_OPEN, OUT] = [1, 1 << 10, 1 << 20]
const MOST_PARTS = 1023
const WEIGHTS = Uint32Array.of(0, 0, 0, 0)
WEIGHTS[OPEN] = STILL_OPEN
WEIGHTS[NEAR] = FAILED
WEIGHTS[NOT_MET] = FAILED + OUT
/** not tested yet */
const BLANK = 255

/** A leaf of a rule, with its state for each value of its field; a value is tested when the first record has it. */
class Tested {
  readonly #column: Column
  readonly #of: (value: unknown) => number
  /** for each value, BLANK until `learn` */
  states = new Uint8Array(0)
  codes = new Int32Array(0)

  constructor(column: Column, of: (value: unknown) => number) {
    this.#column = column
    this.#of = of
  }

  get different(): number {
    return this.#column.values.length
  }
  /** Call before reading: records may have been written since. */
  begin(): this {
    const { values, codes } = this.#column
    this.codes = codes
    if (this.states.length < values.length) {
      const states = new Uint8Array(values.length).fill(BLANK)
      states.set(this.states)
      this.states = states
    }
    return this
  }
  /** The state of a value that no record had so far. */
  learn(code: number): number {
    return (this.states[code] = this.#of(this.#column.values[code]))
  }
}

/**
 * Many records that stay in memory, to hold one rule after another against all of them. A leaf is tested once for each different value of
 * its field and the records look their value up, so that 100,000 records take milliseconds. Only given fields count here, none that is
 * derived, and a rule is a list of leaves and of alternatives of leaves. The verdicts equal those of `judge`.
 */
export class Columns {
  readonly #catalog: Catalog
  readonly #columns: ReadonlyMap<string, Column>
  /** holds the one value under test */
  readonly #scratch: Facts

  constructor(catalog: Catalog, keys: readonly string[]) {
    this.#catalog = catalog
    this.#scratch = new Facts(catalog, {}, '')
    this.#columns = new Map(
      keys.map((key) => {
        const field = catalog.byKey.get(key)
        if (!field || this.#scratch.isDerived(field)) throw new Error(`${key} is not a given field`)
        return [key, new Column(field)]
      }),
    )
  }

  /** Writes the record of a place, over an earlier one. */
  put(place: number, answers: Answers): void {
    for (const [key, column] of this.#columns) column.put(place, answers[key])
  }

  holding(policy: CompiledPolicy): Holding {
    // Fields with few different values leave fewer places to those with many.
    const parts = partsOf(policy).map((part) => (part.leaf ? [part] : part.children).map((each) => this.#tested(each, each.leaf!)))
    return new Holding(parts.toSorted(([a], [b]) => a!.different - b!.different))
  }

  #tested({ closable }: Spec, leaf: Leaf): Tested {
    const column = this.#columns.get(leaf.field)
    if (!column || isComputed(leaf.value)) throw new Error(`no column for ${leaf.field}`)
    const { field } = column
    const test = leafTest(this.#catalog, leaf)
    const scratch = this.#scratch
    const need = leaf.value
    return new Tested(column, (value) => {
      scratch.slots[field.index] = value
      const truth = test(scratch)
      scratch.slots[field.index] = undefined
      if (truth === TRUE) return MET
      if (truth === UNKNOWN) return OPEN
      if (!closable) return NOT_MET
      if (typeof need !== 'number' || !field.numeric) return NEAR
      return isWithinReach(value as number, need, () => rational(value as number)) ? NEAR : NOT_MET
    })
  }
}

/** A rule that is held against records. */
class Holding {
  /** alternatives, one of which is enough; most have only one */
  readonly #parts: readonly (readonly Tested[])[]

  constructor(parts: readonly (readonly Tested[])[]) {
    this.#parts = parts
  }

  /** Which of the places meet the rule. */
  meeting(places: Int32Array): Int32Array {
    let left = places
    for (const part of this.#parts) {
      const kept = new Int32Array(left.length)
      const states = statesOf(part, left)
      let many = 0
      for (let n = 0; n < left.length; n++) if (states[n] === MET) kept[many++] = left[n]!
      left = kept.subarray(0, many)
    }
    return left
  }

  /** MET, OPEN, NEAR or NOT_MET for each of the places. */
  standing(places: Int32Array): Uint8Array {
    const sums = new Uint32Array(places.length)
    for (const part of this.#parts) {
      const states = statesOf(part, places)
      for (let n = 0; n < sums.length; n++) sums[n]! += WEIGHTS[states[n]!]!
    }
    const verdicts = new Uint8Array(places.length)
    for (let n = 0; n < sums.length; n++) verdicts[n] = verdictOf(sums[n]!)
    return verdicts
  }
}

/** The best state of several alternatives at each of the places. */
function statesOf(alternatives: readonly Tested[], places: Int32Array): Uint8Array {
  const best = new Uint8Array(places.length).fill(NOT_MET)
  for (const tested of alternatives) {
    const { states, codes } = tested.begin()
    for (let n = 0; n < places.length; n++) {
      const code = codes[places[n]!]!
      let state = states[code]!
      if (state === BLANK) state = tested.learn(code)
      if (state < best[n]!) best[n] = state
    }
  }
  return best
}

/** As in `judge` and `isNear`. */
function verdictOf(sum: number): number {
  const failed = sum & MOST_PARTS
  const open = (sum >>> 10) & MOST_PARTS
  if (failed === 0) return open === 0 ? MET : OPEN
  const isClosable = sum >>> 20 === 0
  return isClosable && failed <= NEAR_LIMITS.failed && open <= NEAR_LIMITS.unknown ? NEAR : NOT_MET
}

function partsOf({ tree: { root } }: CompiledPolicy): readonly Spec[] {
  const parts = root.kind === 'all' ? root.children : [root]
  const plain = (spec: Spec) => spec.leaf !== undefined && spec.step === undefined
  if (parts.length > MOST_PARTS || !parts.every((part) => plain(part) || (part.kind === 'any' && part.children.every(plain))))
    throw new Error('only a list of leaves, or of alternatives of leaves, can be held against columns')
  return parts
}
