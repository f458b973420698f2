import type { MarketKind } from '../../contract/market/states.ts'
import { lowest, SHRINK, type Facet, type Filters } from './filter.ts'
import { mark, onesIn, type Bits } from './match/bits.ts'
import type { Board, Walk } from './match/board.ts'
import { above, BLOCK, WORDS } from './match/cuts.ts'
import { dayNumber, type Range } from './match/figures.ts'

/** The ranges that the filters set to figures. */
function rangesOf(kind: MarketKind, f: Filters): Range[] {
  const { box, areaMin, areaMax, priceMin, priceMax, availableBy } = f
  const ranges: Range[] = []
  const add = (name: Range['name'], least = -Infinity, most = Infinity) => {
    if (least > -Infinity || most < Infinity) ranges.push({ name, least, end: above(most) })
  }
  // First the box: it leaves out most blocks as a whole.
  const [west, south, east, north] = box ?? []
  if (box) add('east', west! * SHRINK, east! * SHRINK)
  add('north', south, north)
  add('area', areaMin, areaMax)
  add('price', priceMin, priceMax)
  if (availableBy && kind === 'workshopInfo') add('available', undefined, dayNumber(availableBy))
  for (const name of Object.keys(lowest) as (keyof typeof lowest)[]) add(name, f[name])
  return ranges
}
/** Times are whole milliseconds. */
const confirmedAfter = (time: number): Range => ({ name: 'freshAt', least: time + 1, end: Infinity })

export interface Counted {
  total: number
  /** of these, how many were confirmed in time, and how many have a place */
  fresh: number
  placed: number
  /** how many each choice of a facet would leave under all other filters; null when they are not counted yet */
  choices: ReadonlyMap<Facet['key'], ReadonlyMap<string, number>> | null
  /** the matching items; null when they were counted in the database */
  left: { board: Board; bits: Bits } | null
}
/** Times in milliseconds: what was confirmed before is hidden, or stale. `found`: the items that the search found. */
interface Given {
  hiddenSince: number
  staleSince: number
  found: readonly number[] | null
}

/** Memory for one block, the same for each, because nothing else runs in between: places that pass all filters but the facets, and so on. */
const words = () => new Uint32Array(WORDS)
const [plain, left, some] = [words(), words(), words()]
const numbers = new Int32Array(WORDS)

/** The numbers of the words that are not empty. They stand in the same memory at each call. */
function filled(bits: Bits): Int32Array {
  let many = 0
  for (let n = 0; n < WORDS; n++) if (bits[n] !== 0) numbers[many++] = n
  return numbers.subarray(0, many)
}
function sumOf(bits: Bits): number {
  let sum = 0
  for (let n = 0; n < WORDS; n++) if (bits[n] !== 0) sum += onesIn(bits[n]!)
  return sum
}
/** Leaves in `plain` what passes all of these facets or all but one: nothing else is counted for any choice. */
function allButOne(facets: readonly Bits[], at: Int32Array): void {
  const one = some.fill(0)
  left.set(plain)
  for (const passing of facets)
    for (let m = 0; m < at.length; m++) {
      const n = at[m]!
      one[n] = (one[n]! & passing[n]!) | (left[n]! & ~passing[n]!)
      left[n]! &= passing[n]!
    }
  for (let m = 0; m < at.length; m++) plain[at[m]!] = left[at[m]!]! | one[at[m]!]!
}
/** Puts into `left` what remains of `plain` under these facets. */
function leave(facets: readonly Bits[], at: Int32Array, without?: Bits): void {
  left.set(plain)
  for (const passing of facets) if (passing !== without) for (let m = 0; m < at.length; m++) left[at[m]!]! &= passing[at[m]!]!
}

/** Counts the matching items and those for each choice of a facet, in one pass over the blocks of their places. */
export function* counting(board: Board, kind: MarketKind, f: Filters, { found, ...given }: Given): Walk<Counted> {
  const { figures, choices, places } = board
  const since = f.fresh === 1 ? given.staleSince : given.hiddenSince
  const ranges = [...rangesOf(kind, f), confirmedAfter(since)]
  const inTime = [confirmedAfter(given.staleSince)]
  const blocks = () => new Uint32Array(Math.ceil(places / BLOCK) * WORDS)
  const known = found && blocks()
  for (const id of found ?? []) {
    const place = board.placeOf(id)
    if (place !== undefined && place < places) mark(known!, place)
  }
  const bits = blocks()
  const sums = choices.map((choice) => ({ choice, counts: choice.counts() }))
  const counted = { total: 0, fresh: 0, placed: 0 }
  for (let from = 0; from < places; from += BLOCK) {
    if (from > 0) yield
    const first = from >>> 5
    if (known) plain.set(known.subarray(first, first + WORDS))
    else plain.fill(~0)
    if (!figures.narrow(plain, from, ranges)) continue
    const possible = filled(plain)
    if (possible.length === 0) continue
    const passing = choices.map((choice) => (choice.isAsked(f) ? choice.pass(f, from, possible) : undefined))
    const facets = passing.filter((bits) => bits !== undefined)
    allButOne(facets, possible)
    figures.compare(plain, from)
    const at = filled(plain)
    leave(facets, at)
    bits.set(left, first)
    counted.total += sumOf(left)
    some.set(left)
    if (figures.narrow(some, from, inTime)) {
      figures.compare(some, from)
      counted.fresh += sumOf(some)
    }
    some.set(left)
    figures.narrowPlaced(some, from)
    counted.placed += sumOf(some)
    for (const [n, { choice, counts }] of sums.entries()) if (!passing[n]) choice.count(left, from, at, counts)
    for (const [n, { choice, counts }] of sums.entries())
      if (passing[n]) {
        leave(facets, at, passing[n])
        choice.count(left, from, at, counts)
      }
  }
  return { ...counted, choices: new Map(sums.map(({ choice, counts }) => [choice.facet.key, choice.named(counts)])), left: { board, bits } }
}
