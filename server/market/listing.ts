import type { MarketKind } from '../../contract/market/states.ts'
import { lowest, SHRINK, type Facet, type Filters } from './filter.ts'
import { BLOCK, blocksFor, mark, onesIn, sumOf, WORDS, type Bits, type Part } from './match/bits.ts'
import type { Board, Walk } from './match/board.ts'
import { FEW, marked } from './match/choices.ts'
import { above } from './match/cuts.ts'
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
  /** the matching items, without blocks that have none; null when they were counted in the database */
  left: { board: Board; parts: readonly Part[] } | null
}
/** Times in milliseconds: what was confirmed before is hidden, or stale. `found`: the items that the search found. */
interface Given {
  hiddenSince: number
  staleSince: number
  found: readonly number[] | null
}

/** Memory for one block, the same for each, because nothing else runs in between. */
const words = () => new Uint32Array(WORDS)
/** Places that pass all filters but the facets; all; all but one facet; and for one choice after the other. */
const [plain, left, allButOne, some] = [words(), words(), words(), words()]
const numbers = new Int32Array(WORDS)
const rooms = [new Int32Array(FEW), new Int32Array(FEW)]

/** The numbers of the words that are not empty. They stand in the same memory at each call. */
function filled(bits: Bits): Int32Array {
  let many = 0
  for (let n = 0; n < WORDS; n++) if (bits[n] !== 0) numbers[many++] = n
  return numbers.subarray(0, many)
}
/** Sets `left` and `allButOne`, and leaves in `plain` only these: nothing else is counted for any choice. */
function sieve(facets: readonly Bits[]): void {
  left.set(plain)
  allButOne.fill(0)
  for (const passing of facets)
    for (let n = 0; n < WORDS; n++) {
      allButOne[n] = (allButOne[n]! & passing[n]!) | (left[n]! & ~passing[n]!)
      left[n]! &= passing[n]!
    }
  if (facets.length > 0) for (let n = 0; n < WORDS; n++) plain[n] = left[n]! | allButOne[n]!
}

/** Puts into `some` what this facet alone leaves out, in the words at `at`; returns how many they are. */
function leftOutBy(passing: Bits, at: Int32Array): number {
  some.fill(0)
  let many = 0
  for (let m = 0; m < at.length; m++) {
    const word = allButOne[at[m]!]! & plain[at[m]!]! & ~passing[at[m]!]!
    if (word === 0) continue
    some[at[m]!] = word
    many += onesIn(word)
  }
  return many
}

/** Counts the matching items and those for each choice of a facet, in one pass over the blocks of their places. */
export function* counting(board: Board, kind: MarketKind, f: Filters, { found, ...given }: Given): Walk<Counted> {
  const { figures, choices, places } = board
  const since = f.fresh === 1 ? given.staleSince : given.hiddenSince
  const ranges = [...rangesOf(kind, f), confirmedAfter(since)]
  const inTime = [confirmedAfter(given.staleSince)]
  const known = found && blocksFor(places)
  for (const id of found ?? []) {
    const place = board.placeOf(id)
    if (place !== undefined && place < places) mark(known!, place)
  }
  const parts: Part[] = []
  const sums = choices.map((choice) => ({ choice, isAsked: choice.isAsked(f), tally: choice.tally() }))
  const counted = { total: 0, fresh: 0, placed: 0 }
  const countBlock = (from: number): void => {
    if (known) plain.set(known.subarray(from >>> 5, (from >>> 5) + WORDS))
    else plain.fill(~0)
    if (!figures.narrow(plain, from, ranges)) return
    const passing = sums.map(({ choice, isAsked }) => (isAsked ? choice.pass(f, from) : undefined))
    sieve(passing.filter((bits) => bits !== undefined))
    figures.compare(plain, from, filled(plain))
    for (let n = 0; n < WORDS; n++) left[n]! &= plain[n]!
    const at = filled(plain)
    const many = sumOf(left)
    if (many > 0) {
      parts.push({ from, words: left.slice() })
      counted.total += many
      some.set(left)
      if (figures.narrow(some, from, inTime)) {
        figures.compare(some, from, at)
        counted.fresh += sumOf(some)
      }
      some.set(left)
      figures.narrowPlaced(some, from)
      counted.placed += sumOf(some)
    }
    const kept = marked(left, many, at, rooms[0]!)
    for (let n = 0; n < sums.length; n++) {
      const { choice, tally } = sums[n]!
      if (many > 0) choice.count(kept, from, tally)
      const sets = passing[n]
      if (sets) choice.count(marked(some, leftOutBy(sets, at), at, rooms[1]!), from, tally)
    }
  }
  for (let from = 0; from < places; from += BLOCK) {
    // Other requests get their turn. The work of a block is in a function of its own, which the compiler handles better than a generator.
    if (from > 0) yield
    countBlock(from)
  }
  return { ...counted, choices: new Map(sums.map(({ choice, tally }) => [choice.facet.key, choice.named(tally)])), left: { board, parts } }
}
