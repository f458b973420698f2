import type { MarketKind } from '../../contract/market/states.ts'
import { lowest, SHRINK, type Facet, type Filters } from './filter.ts'
import { mark, onesIn, type Bits } from './match/bits.ts'
import type { Board, Walk } from './match/board.ts'
import type { Choice } from './match/choices.ts'
import { above, BLOCK, WORDS } from './match/cuts.ts'
import { dayNumber, type Range } from './match/figures.ts'

/** The ranges that the filters set to figures. */
function rangesOf(kind: MarketKind, f: Filters): Range[] {
  const { box, areaMin, areaMax, priceMin, priceMax, availableBy } = f
  const ranges: Range[] = []
  const add = (name: Range['name'], least = -Infinity, most = Infinity) => {
    if (least > -Infinity || most < Infinity) ranges.push({ name, least, end: above(most) })
  }
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
/** numbers of the words that are not empty */
const at = new Int32Array(WORDS)

function sumOf(bits: Bits): number {
  let sum = 0
  for (let n = 0; n < WORDS; n++) if (bits[n] !== 0) sum += onesIn(bits[n]!)
  return sum
}
/** Adds to `counts` how many of the places in `left` have each value; returns how many are everywhere. `first`: the first word of the block. */
function count({ values, anywhere }: Choice, first: number, counts: Map<string, number>): number {
  let many = 0
  for (let n = 0; n < WORDS; n++) if (left[n] !== 0) at[many++] = n
  if (many === 0) return 0
  const shared = (bits: Bits) => {
    let sum = 0
    for (let n = 0; n < many; n++) sum += onesIn(left[at[n]!]! & bits[first + at[n]!]!)
    return sum
  }
  for (const [value, bits] of values) {
    const sum = shared(bits)
    if (sum > 0) counts.set(value, (counts.get(value) ?? 0) + sum)
  }
  return anywhere ? shared(anywhere) : 0
}
/** Leaves in `plain` what passes all of these facets or all but one: nothing else is counted for any choice. */
function allButOne(facets: readonly Bits[]): void {
  for (let n = 0; n < WORDS; n++) {
    let [all, one] = [plain[n]!, 0]
    for (const passing of facets) {
      one = (one & passing[n]!) | (all & ~passing[n]!)
      all &= passing[n]!
    }
    plain[n] = all | one
  }
}
/** Puts into `left` what remains of `plain` under these facets. */
function leave(facets: readonly Bits[], without?: Bits): void {
  left.set(plain)
  for (const passing of facets) if (passing !== without) for (let n = 0; n < WORDS; n++) left[n]! &= passing[n]!
}

/** Counts the matching items and those for each choice of a facet, in one pass over the blocks of their places. */
export function* counting(board: Board, kind: MarketKind, f: Filters, { found, ...given }: Given): Walk<Counted> {
  const { figures, choices, places } = board
  const since = f.fresh === 1 ? given.staleSince : given.hiddenSince
  const ranges = [confirmedAfter(since), ...rangesOf(kind, f)]
  const inTime = [confirmedAfter(given.staleSince)]
  const blocks = () => new Uint32Array(Math.ceil(places / BLOCK) * WORDS)
  const known = found && blocks()
  for (const id of found ?? []) {
    const place = board.placeOf(id)
    if (place !== undefined && place < places) mark(known!, place)
  }
  const bits = blocks()
  const sums = choices.map((choice) => ({ choice, counts: new Map<string, number>(), anywhere: 0 }))
  const counted = { total: 0, fresh: 0, placed: 0 }
  for (let from = 0; from < places; from += BLOCK) {
    if (from > 0) yield
    const first = from >>> 5
    if (known) plain.set(known.subarray(first, first + WORDS))
    else plain.fill(~0)
    const passing = choices.map((choice) => (choice.isAsked(f) ? choice.pass(f, first) : undefined))
    const facets = passing.filter((bits) => bits !== undefined)
    allButOne(facets)
    figures.narrow(plain, from, ranges)
    leave(facets)
    bits.set(left, first)
    counted.total += sumOf(left)
    some.set(left)
    figures.narrow(some, from, inTime)
    counted.fresh += sumOf(some)
    some.set(left)
    figures.narrowPlaced(some, from)
    counted.placed += sumOf(some)
    for (const [n, sum] of sums.entries()) if (!passing[n]) sum.anywhere += count(sum.choice, first, sum.counts)
    for (const [n, sum] of sums.entries())
      if (passing[n]) {
        leave(facets, passing[n])
        sum.anywhere += count(sum.choice, first, sum.counts)
      }
  }
  for (const { counts, anywhere } of sums) for (const [value, many] of counts) counts.set(value, many + anywhere)
  return { ...counted, choices: new Map(sums.map(({ choice, counts }) => [choice.facet.key, counts])), left: { board, bits } }
}
