import { attributesOf } from '../../../contract/market/attributes.ts'
import { fits, marketKinds, type Fit, type MarketKind } from '../../../contract/market/states.ts'
import { MET, NEAR, OPEN, type Columns, type CompiledPolicy } from '../../matching/index.ts'
import { answersOf, engines, STREET, supplyOf } from './catalogue.ts'
import { choicesOf, type Choice } from './choices.ts'
import { BLOCK } from './bits.ts'
import { Figures } from './figures.ts'
import type { Shelved } from './shelved.ts'

/** A place stays empty for so long before another item gets it; longer than a list takes. */
const EMPTY_MS = 60_000
export type Walk<T> = Generator<undefined, T, boolean | undefined>

const fitOf: readonly Fit[] = (() => {
  const all: Fit[] = [3, 3, 3, 3]
  all[MET] = fits.code.fits
  all[OPEN] = fits.code.open
  all[NEAR] = fits.code.near
  return all
})()
/**
 * The items from this rank on, latest confirmed first. Only those that can stand there are compared: sorting 100,000 of them would hold up
 * all other requests.
 */
export function latest(items: readonly Shelved[], from: number, size: number): Shelved[] {
  const times = new Float64Array(items.length)
  for (let n = 0; n < items.length; n++) times[n] = items[n]!.freshAt
  times.sort()
  const newest = times[times.length - 1 - from]
  if (newest === undefined || size <= 0) return []
  const oldest = times[Math.max(times.length - from - size, 0)]!
  let newer = 0
  while (times[times.length - 1 - newer]! > newest) newer++
  return items
    .filter(({ freshAt }) => freshAt <= newest && freshAt >= oldest)
    .toSorted((a, b) => b.freshAt - a.freshAt || b.id - a.id)
    .slice(from - newer, from - newer + size)
}

/** Items of each verdict; of those that do not match only how many. */
export type Held = Readonly<Record<0 | 1 | 2, readonly Shelved[]>> & { not: number }

/** Texts are in no requirement. */
const asked = (kind: MarketKind): string[] => [...attributesOf(kind).flatMap(([key, { type }]) => (type === 'text' ? [] : [key])), STREET]

/** The published items of a kind, each in a place that it keeps; of supplies also what demands ask for, in columns. */
export class Board {
  /** a number that differs after every change */
  revision = 0
  readonly #places = new Map<number, number>()
  readonly #items: (Shelved | null)[] = []
  /** Places of removed items, with the time: a list that is being made may still name them. */
  readonly #free: { place: number; at: number }[] = []
  readonly figures = new Figures()
  readonly choices: readonly Choice[]
  readonly #columns: Columns | null

  constructor(kind: MarketKind) {
    this.choices = choicesOf(kind)
    this.#columns = marketKinds[kind].side === 'supply' ? engines[supplyOf(kind)].columns(asked(kind)) : null
  }

  get(id: number): Shelved | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.at(place)
  }
  /** How many places there are, with empty ones. */
  get places(): number {
    return this.#items.length
  }
  placeOf(id: number): number | undefined {
    return this.#places.get(id)
  }
  at(place: number): Shelved | undefined {
    return this.#items[place] ?? undefined
  }
  put(item: Shelved): void {
    this.revision++
    const before = this.#places.get(item.id)
    const place = before ?? this.#emptied() ?? this.#items.length
    if (before === undefined) this.#places.set(item.id, place)
    else for (const choice of this.choices) choice.remove(place)
    this.#items[place] = item
    this.figures.put(place, item)
    for (const choice of this.choices) choice.put(place, item)
    this.#columns?.put(place, answersOf(item.attributes, item.streetIds[0]))
  }
  viewed(id: number, views: number): void {
    const place = this.#places.get(id)
    if (place !== undefined) this.figures.setViews(place, views)
  }
  remove(id: number): void {
    const place = this.#places.get(id)
    if (place === undefined) return
    this.revision++
    this.#places.delete(id)
    this.#items[place] = null
    this.figures.remove(place)
    for (const choice of this.choices) choice.remove(place)
    this.#free.push({ place, at: performance.now() })
  }
  #emptied(): number | undefined {
    const [first] = this.#free
    return first && performance.now() - first.at > EMPTY_MS ? this.#free.shift()!.place : undefined
  }

  /** Confirmed after this time. */
  listed(since: number): Shelved[] {
    return this.#items.filter((item): item is Shelved => item !== null && item.freshAt > since)
  }

  /** The supplies that meet the rule of a demand. */
  *meeting(rule: CompiledPolicy, since: number): Walk<Shelved[]> {
    const holding = this.#columns!.holding(rule)
    const found: Shelved[] = []
    for (let from = 0; from < this.#items.length; from += BLOCK) {
      if (from > 0) yield
      for (const place of holding.meeting(this.#listedFrom(from, since))) found.push(this.#items[place]!)
    }
    return found
  }

  /** All supplies by the verdict of the rule of a demand. */
  *held(rule: CompiledPolicy, since: number): Walk<Held> {
    const holding = this.#columns!.holding(rule)
    const found: [Shelved[], Shelved[], Shelved[]] = [[], [], []]
    let not = 0
    for (let from = 0; from < this.#items.length; from += BLOCK) {
      if (from > 0 && (yield)) break
      const places = this.#listedFrom(from, since)
      const standing = holding.standing(places)
      for (let n = 0; n < places.length; n++) {
        const fit = fitOf[standing[n]!]!
        if (fit === fits.code.not) not++
        else found[fit].push(this.#items[places[n]!]!)
      }
    }
    return { 0: found[0], 1: found[1], 2: found[2], not }
  }

  /** The places of one block that are listed. */
  #listedFrom(from: number, since: number): Int32Array {
    return this.figures.places(from, Math.min(from + BLOCK, this.#items.length), since)
  }
}
