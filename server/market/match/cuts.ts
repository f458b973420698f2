import { BLOCK, WORDS, type Bits } from './bits.ts'

const MOST_SHARES = 63
/** The cuts are chosen from every 31st value of a larger block; a round number could meet the same value each time. */
const STEP = 31
const FEW = 1024

/** What remains of places: nothing, only what is surely in a range, or also some that have to be looked at. */
export type Remaining = 'nothing' | 'sure' | 'some'

/** The next larger number. Adding 0.6 to 1.2 of the distance between two numbers is rounded to exactly one. */
export const above = (value: number): number => value + Math.max(Math.abs(value) * Number.EPSILON * 0.6, Number.MIN_VALUE)

/** About equally many of the values lie between two neighbours; a frequent value is alone between two. */
function cutsOf(row: Float64Array, from: number, to: number): Float64Array {
  const step = to - from > FEW ? STEP : 1
  const values = new Float64Array(Math.ceil((to - from) / step))
  let many = 0
  for (let place = from; place < to; place += step) if (Number.isFinite(row[place])) values[many++] = row[place]!
  const sorted = values.subarray(0, many).sort()
  const share = Math.max(1, many / (MOST_SHARES + 1))
  const cuts = new Set<number>()
  for (let n = share; n < many; n += share) {
    const value = sorted[Math.floor(n)]!
    cuts.add(cuts.has(value) ? above(value) : value)
  }
  return Float64Array.from(cuts)
}

/**
 * One figure of the places of a block: for each of some cuts, which places are below it. A range is found by combining the bits of the
 * nearest cuts, so that only the few values between two cuts are compared themselves.
 */
export class Cuts {
  readonly #cuts: Float64Array
  /** Rows of words: no place, then the places below each cut, then all that have the figure. */
  readonly #rows: Uint32Array
  /** So many changes can come before the cuts no longer share the values well. */
  #lasts: number
  /** no value is below or above these */
  least = Infinity
  most = -Infinity
  /** whether every place of the block has the figure */
  #isWhole: boolean

  /** `row`: the figure by place, NaN = not given. */
  constructor(row: Float64Array, from: number, to: number) {
    const cuts = (this.#cuts = cutsOf(row, from, to))
    const rows = (this.#rows = new Uint32Array((cuts.length + 2) * WORDS))
    this.#lasts = Math.max(64, Math.min(to - from, BLOCK / 2))
    this.#isWhole = to - from === BLOCK
    for (let place = from; place < to; place++) {
      const value = row[place]!
      if (Number.isNaN(value)) {
        this.#isWhole = false
        continue
      }
      rows[(this.#upTo(value) + 1) * WORDS + ((place - from) >>> 5)]! |= 1 << (place & 31)
      if (value < this.least) this.least = value
      if (value > this.most) this.most = value
    }
    for (let n = 2 * WORDS; n < rows.length; n++) rows[n]! |= rows[n - WORDS]!
  }

  /** False when it should be made anew. */
  get isGood(): boolean {
    return this.#lasts > 0
  }

  /** `at`: the place within the block. */
  put(at: number, value: number): void {
    this.#lasts--
    if (value < this.least) this.least = value
    if (value > this.most) this.most = value
    const cuts = this.#cuts
    const [bit, given] = [1 << (at & 31), !Number.isNaN(value)]
    if (!given) this.#isWhole = false
    for (let n = 0, word = WORDS + (at >>> 5); n <= cuts.length; n++, word += WORDS)
      if (given && (n === cuts.length || value < cuts[n]!)) this.#rows[word]! |= bit
      else this.#rows[word]! &= ~bit
  }

  /**
   * Takes out of the words of the block the places whose figure is not in the range from `least` to below `end`, and puts into `edge` those of
   * which the cuts do not tell; they have to be looked at. Returns what remains.
   */
  narrow(words: Bits, edge: Bits, least: number, end: number): Remaining {
    if (least > this.most || end <= this.least) {
      words.fill(0)
      return 'nothing'
    }
    const [hasLow, hasHigh] = [least > this.least, !(end > this.most)]
    const isSure = (!hasLow || this.#cuts[this.#upTo(least) - 1] === least) && (!hasHigh || this.#cuts[this.#upTo(end) - 1] === end)
    if (!isSure) edge.fill(0)
    // Each row of words is memory that has to be fetched, so only those that tell something are read. Below a cut all are given.
    if (hasHigh) this.#leaveBelow(words, edge, end)
    else this.narrowGiven(words)
    if (hasLow) this.#leaveFrom(words, edge, least)
    return isSure ? 'sure' : 'some'
  }
  /** Leaves those that have the figure. */
  narrowGiven(words: Bits): void {
    if (this.#isWhole) return
    const [rows, all] = [this.#rows, (this.#cuts.length + 1) * WORDS]
    for (let n = 0; n < WORDS; n++) words[n]! &= rows[all + n]!
  }

  #leaveBelow(words: Bits, edge: Bits, end: number): void {
    const [cuts, rows] = [this.#cuts, this.#rows]
    const sure = this.#upTo(end) * WORDS
    if (cuts[sure / WORDS - 1] === end) for (let n = 0; n < WORDS; n++) words[n]! &= rows[sure + n]!
    else
      for (let n = 0; n < WORDS; n++) {
        const word = (words[n]! &= rows[sure + WORDS + n]!)
        if (word !== 0) edge[n]! |= word & ~rows[sure + n]!
      }
  }
  #leaveFrom(words: Bits, edge: Bits, least: number): void {
    const [cuts, rows] = [this.#cuts, this.#rows]
    const below = this.#upTo(least) * WORDS
    if (cuts[below / WORDS - 1] === least) for (let n = 0; n < WORDS; n++) words[n]! &= ~rows[below + n]!
    else
      for (let n = 0; n < WORDS; n++) {
        const word = (words[n]! &= ~rows[below + n]!)
        if (word !== 0) edge[n]! |= word & rows[below + WORDS + n]!
      }
  }

  /** The number of cuts up to a value. */
  #upTo(value: number): number {
    const cuts = this.#cuts
    let [low, high] = [0, cuts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (cuts[middle]! <= value) low = middle + 1
      else high = middle
    }
    return low
  }
}
