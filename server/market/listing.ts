import type { MarketKind } from '../../contract/market/states.ts'
import { lowest, SHRINK, type Facet, type Filters } from './filter.ts'
import { onesIn, wordsFor, type Bits } from './match/bits.ts'
import type { Board, Walk } from './match/board.ts'
import type { Choice } from './match/choices.ts'
import { BLOCK, dayNumber, type Bounds, type Figures } from './match/figures.ts'

/** The bounds that the filters set to figures. */
function boundsOf(kind: MarketKind, f: Filters): Bounds {
  const { box, areaMin, areaMax, priceMin, priceMax, availableBy } = f
  const range = (least = -Infinity, most = Infinity) => (least === -Infinity && most === Infinity ? undefined : ([least, most] as const))
  const [west, south, east, north] = box ?? []
  const bounds = {
    east: box && range(west! * SHRINK, east! * SHRINK),
    north: box && range(south, north),
    area: range(areaMin, areaMax),
    price: range(priceMin, priceMax),
    available: availableBy && kind === 'workshopInfo' ? range(undefined, dayNumber(availableBy)) : undefined,
    ...Object.fromEntries(Object.keys(lowest).map((key) => [key, range(f[key as keyof typeof lowest])])),
  }
  return Object.fromEntries(Object.entries(bounds).filter(([, asked]) => asked !== undefined))
}

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

/** Words of one block, and the numbers of those that are not empty; the same memory for each block, because nothing else runs in between. */
const WORDS = BLOCK / 32
const words = { plain: new Uint32Array(WORDS), fresh: new Uint32Array(WORDS), placed: new Uint32Array(WORDS), left: new Uint32Array(WORDS) }
const at = new Int32Array(WORDS)

/** Marks in `words` what all filters but the facets leave of these places: all of it, what was confirmed in time, and what has a place. */
function note({ freshAt, east }: Figures['rows'], found: Int32Array, from: number, staleSince: number): void {
  const { plain, fresh, placed } = words
  plain.fill(0)
  fresh.fill(0)
  placed.fill(0)
  for (let n = 0; n < found.length; n++) {
    const place = found[n]!
    const [word, bit] = [(place - from) >>> 5, 1 << (place & 31)]
    plain[word]! |= bit
    if (freshAt[place]! > staleSince) fresh[word]! |= bit
    if (!Number.isNaN(east[place]!)) placed[word]! |= bit
  }
}

/** Adds to `counts` how many of the first `many` words in `words.left` have each value; returns how many are everywhere. */
function count({ values, anywhere }: Choice, many: number, counts: Map<string, number>): number {
  const { left } = words
  const shared = (bits: Bits) => {
    let sum = 0
    for (let n = 0; n < many; n++) sum += onesIn(left[n]! & bits[at[n]!]!)
    return sum
  }
  for (const [value, bits] of values) {
    const sum = shared(bits)
    if (sum > 0) counts.set(value, (counts.get(value) ?? 0) + sum)
  }
  return anywhere ? shared(anywhere) : 0
}

/** Counts the matching items and those for each choice of a facet, in one pass over the words of their places. */
export function* counting(board: Board, kind: MarketKind, f: Filters, { found, ...given }: Given): Walk<Counted> {
  const { figures, choices } = board
  const bounds = boundsOf(kind, f)
  const since = f.fresh === 1 ? given.staleSince : given.hiddenSince
  const places = board.places
  const known = found && Int32Array.from(found.flatMap((id) => board.placeOf(id) ?? []).filter((place) => place < places)).sort()
  const bits = new Uint32Array(wordsFor(places))
  const sums = choices.map((choice) => ({ choice, counts: new Map<string, number>(), anywhere: 0 }))
  const asked = choices.filter((choice) => choice.isAsked(f))
  const counted = { total: 0, fresh: 0, placed: 0 }
  for (let from = 0; from < places; from += BLOCK) {
    if (from > 0) yield
    const to = Math.min(from + BLOCK, places)
    const looked = known ? figures.among(known, from, to, since, bounds) : figures.places(from, to, since, bounds)
    if (looked.length === 0) continue
    note(figures.rows, looked, from, given.staleSince)
    const first = from >>> 5
    let many = 0
    for (let n = 0; n < WORDS; n++) if (words.plain[n] !== 0) at[many++] = first + n
    /** Puts in `words.left` what all filters leave, without that of one facet. */
    const leave = (without: Choice | null) => {
      for (let n = 0; n < many; n++) words.left[n] = words.plain[at[n]! - first]!
      for (const choice of asked) if (choice !== without) choice.narrow(words.left, f, at, many)
    }
    leave(null)
    for (let n = 0; n < many; n++) {
      const [word, place] = [words.left[n]!, at[n]! - first]
      bits[at[n]!] = word
      counted.total += onesIn(word)
      counted.fresh += onesIn(word & words.fresh[place]!)
      counted.placed += onesIn(word & words.placed[place]!)
    }
    for (const sum of sums) if (!asked.includes(sum.choice)) sum.anywhere += count(sum.choice, many, sum.counts)
    for (const sum of sums)
      if (asked.includes(sum.choice)) {
        leave(sum.choice)
        sum.anywhere += count(sum.choice, many, sum.counts)
      }
  }
  for (const { counts, anywhere } of sums) for (const [value, many] of counts) counts.set(value, many + anywhere)
  return { ...counted, choices: new Map(sums.map(({ choice, counts }) => [choice.facet.key, counts])), left: { board, bits } }
}
