import type { CatalogField } from './catalog.ts'
import { add, divide, floor, multiply, type Rational, rational, rounded, subtract } from './rational.ts'
import { Gaps, isRational } from './value.ts'
import { changes, signature, type Change, type State, type WhatIf, type WindowedPolicy } from './what-if.ts'

/** A jump of the amount or a change of a verdict: `after` applies at `value`, `before` one step below. */
export type Cliff = { value: number; before: number; after: number; changes: Change[] }
/** The amount over the values of one field. `points` are joined by straight lines; a jump has a point on each side, one `step` apart. */
export type Curve = {
  field: string
  from: number
  to: number
  step: number
  current: number | null
  points: { value: number; total: number }[]
  cliffs: Cliff[]
  /** false: the budget of evaluations was used up, and the points are only joined by lines */
  complete: boolean
}

/** Limit of evaluations; a curve of the real catalogue takes some hundred. */
const BUDGET = 4000
const MOST_CLIFFS = 40
/** In 万元; a smaller deviation from a straight line is rounding. */
const FLAT = 0.0002

/** The smallest difference between two values of the field. */
export const stepOf = (field: CatalogField): number =>
  field.type === 'integer' ? 1 : field.unit === 'ratio' ? 0.0001 : field.unit === '万元' ? 0.01 : 0.1

/** A useful range for the values: up to twice the company's value, and beyond every reachable threshold of the rules. */
export function rangeOf(whatIf: WhatIf, field: CatalogField, affected: readonly WindowedPolicy[]): [number, number] {
  const current = whatIf.answers[field.key]
  const have = typeof current === 'number' ? current : 0
  const marks = affected.flatMap((each) => whatIf.readingOf(each).marks.filter((mark) => mark.field === field.key && mark.value > 0))
  const near = marks.map((mark) => mark.value).filter((value) => have === 0 || value <= have * 5)
  const most = field.unit === 'ratio' ? 1 : Number.POSITIVE_INFINITY
  const top = Math.max(have * 2, ...near.map((value) => value * 1.2), field.type === 'integer' ? 10 : field.unit === 'ratio' ? 0.2 : 100)
  const low = field.min ?? 0
  return [low, Math.min(field.max ?? most, most, tidy(top))]
}

/** Rounds up to two leading digits, so that ends are readable. */
function tidy(value: number): number {
  const unit = 10 ** Math.max(-4, Math.floor(Math.log10(value)) - 1)
  return Number((Math.ceil(value / unit - 1e-9) * unit).toFixed(4))
}

/**
 * The amount over a field's values. Thresholds come from the rules themselves; for ratios they are solved exactly. Between two of them the
 * curve counts as straight only when it is; otherwise it is halved down to one step. So every jump is exactly where the rule puts it.
 */
export function* tracing(
  whatIf: WhatIf,
  field: CatalogField,
  range?: readonly [number, number],
): Generator<undefined, Curve, boolean | undefined> {
  const affected = whatIf.affected(field.key)
  const [from, to] = range ?? rangeOf(whatIf, field, affected)
  const step = stepOf(field)
  const exactStep = rational(step)
  const start = rational(from)
  const last = Number(divide(subtract(rational(to), start), exactStep).n / divide(subtract(rational(to), start), exactStep).d)
  const valueAt = (place: number): number => rounded(add(start, multiply(rational(place), exactStep)), 6)
  const seen = new Map<number, { state: State; total: number; sign: string }>()
  const look = (place: number) => {
    let known = seen.get(place)
    if (!known) {
      const state = whatIf.at(field.key, valueAt(place), affected)
      seen.set(place, (known = { state, total: state.total.value, sign: signature(state, affected) }))
    }
    return known
  }
  const placesOf = (value: Rational): number[] => {
    const place = divide(subtract(value, start), exactStep)
    const below = Number(floor(place).n)
    return [below - 1, below, below + 1]
  }
  yield undefined
  const marked = marksOn(whatIf, field, affected, [from, to]).flatMap(placesOf)
  yield undefined
  const places = [...new Set([0, last, ...marked])].filter((place) => place >= 0 && place <= last).sort((a, b) => a - b)
  const kept = new Set<number>(places.length ? [places[0]!] : [])
  let complete = true
  const waiting: [number, number][] = places
    .slice(1)
    .map((place, at): [number, number] => [places[at]!, place])
    .reverse()
  for (let looks = 0; waiting.length; looks++) {
    const [a, b] = waiting.pop()!
    const [low, high] = [look(a), look(b)]
    if (b - a > 1 && looks < BUDGET) {
      const middle = Math.floor((a + b) / 2)
      const straight = low.total + ((high.total - low.total) * (middle - a)) / (b - a)
      const mid = look(middle)
      if (low.sign !== high.sign || mid.sign !== low.sign || Math.abs(mid.total - straight) > FLAT) {
        waiting.push([middle, b], [a, middle])
        if (yield undefined) looks = BUDGET
        continue
      }
    } else if (b - a > 1) complete = false
    kept.add(a)
    kept.add(b)
    if (yield undefined) looks = BUDGET
  }
  const ends = [...kept].sort((a, b) => a - b)
  const cliffOf = (a: number, b: number, at: number): Cliff[] => {
    const [low, high] = [look(a), look(b)]
    const jump = Math.abs(high.total - low.total)
    if (low.sign === high.sign && jump <= slope(ends, at, look) + FLAT) return []
    // Policies whose verdict stays and whose amount only follows its slope did not cause the jump.
    const onSlope = new Map(
      (a > 0 ? changes(look(a - 1).state, low.state, affected) : []).map((each) => [each.code, (each.after ?? 0) - (each.before ?? 0)]),
    )
    const turned = changes(low.state, high.state, affected).filter(
      (each) => each.from !== each.to || Math.abs((each.after ?? 0) - (each.before ?? 0) - (onSlope.get(each.code) ?? 0)) > FLAT,
    )
    return turned.length || jump > FLAT ? [{ value: valueAt(b), before: low.total, after: high.total, changes: turned }] : []
  }
  const cliffs: Cliff[] = []
  for (let at = 0; at + 1 < ends.length; at++) {
    const [a, b] = [ends[at]!, ends[at + 1]!]
    if (b - a !== 1) continue
    cliffs.push(...cliffOf(a, b, at))
    yield undefined
  }
  const current = whatIf.answers[field.key]
  return {
    field: field.key,
    from,
    to: valueAt(last),
    step,
    current: typeof current === 'number' ? current : null,
    points: thinned(
      ends.map((place) => ({ value: valueAt(place), total: look(place).total })),
      new Set(cliffs.map((each) => each.value)),
    ),
    cliffs: cliffs.length > MOST_CLIFFS ? biggest(cliffs) : cliffs,
    complete: complete && cliffs.length <= MOST_CLIFFS,
  }
}

/** How much one step may change without a jump: the slope of the steeper neighbouring segment. */
function slope(ends: readonly number[], at: number, look: (place: number) => { total: number }): number {
  const steep = (a: number | undefined, b: number | undefined): number =>
    a === undefined || b === undefined || b - a < 1 ? 0 : Math.abs(look(b).total - look(a).total) / (b - a)
  return Math.max(steep(ends[at - 1], ends[at]), steep(ends[at + 1], ends[at + 2]))
}

const biggest = (cliffs: readonly Cliff[]): Cliff[] =>
  cliffs
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, MOST_CLIFFS)
    .sort((a, b) => a.value - b.value)

/** Removes points in the middle of a straight line. */
function thinned<P extends { value: number; total: number }>(points: readonly P[], cliffs: ReadonlySet<number>): P[] {
  const result: P[] = []
  points.forEach((point, at) => {
    const before = result.at(-1)
    const next = points[at + 1]
    const straight =
      before
      && next
      && Math.abs(before.total + ((next.total - before.total) * (point.value - before.value)) / (next.value - before.value) - point.total)
        <= FLAT
    if (!straight || cliffs.has(point.value) || (next && cliffs.has(next.value))) result.push(point)
  })
  return result
}

/** Values of the field at which a rule may change: figures that it names, and for derived figures the exact value that leads to them. */
export function marksOn(
  whatIf: WhatIf,
  field: CatalogField,
  affected: readonly WindowedPolicy[],
  [from, to]: readonly [number, number],
): Rational[] {
  const marks = new Map(affected.flatMap((each) => whatIf.readingOf(each).marks).map((mark) => [`${mark.field} ${mark.value}`, mark]))
  const trials = [from + (to - from) / 7, from + (to - from) / 2, to].map((value) =>
    rational(rounded(rational(Number(value.toFixed(4))), 4)),
  )
  const derived = new Map<string, Rational[] | undefined>()
  const along = (key: string): Rational[] | undefined => {
    if (!derived.has(key)) {
      const values = trials.map((value) => whatIf.factsWith(field.key, Number(value.n) / Number(value.d)).value(key, new Gaps()))
      derived.set(key, values.every((value) => isRational(value)) ? values : undefined)
    }
    return derived.get(key)
  }
  return [...marks.values()].flatMap(({ field: key, value }): Rational[] => {
    if (key === field.key) return [rational(value)]
    const values = along(key)
    const solved = values && solve(trials, values, rational(value))
    return solved ? [solved] : []
  })
}

/**
 * Solves d(v) = wanted, where d is a quotient of two linear forms (true for every ratio, sum and growth rate of the catalogue in each of
 * its fields) with the given `values` at `trials`. Such a function preserves cross ratios, so three points determine it.
 */
function solve(trials: readonly Rational[], values: readonly Rational[], wanted: Rational): Rational | undefined {
  const [v1, v2, v3] = trials as [Rational, Rational, Rational]
  const [d1, d2, d3] = values as [Rational, Rational, Rational]
  const [d21, d23, rest] = [subtract(d2, d1), subtract(d2, d3), subtract(wanted, d3)]
  if (d21.n === 0n || d23.n === 0n) return undefined
  if (rest.n === 0n) return v3
  const ratio = divide(multiply(subtract(wanted, d1), d23), multiply(rest, d21))
  const [a, b] = [subtract(v2, v3), multiply(ratio, subtract(v2, v1))]
  const below = subtract(a, b)
  return below.n === 0n ? undefined : divide(subtract(multiply(v1, a), multiply(v3, b)), below)
}

/** How much the amount varies over a field's range, evaluated at the rules' thresholds one by one. */
export function* swing(
  whatIf: WhatIf,
  field: CatalogField,
): Generator<undefined, { up: number; down: number; range: [number, number] }, boolean | undefined> {
  const affected = whatIf.affected(field.key)
  const range = rangeOf(whatIf, field, affected)
  const marks = marksOn(whatIf, field, affected, range).map((mark) => rounded(mark, 4))
  const places = [...new Set([...range, ...marks, ...marks.map((mark) => mark - stepOf(field))])].filter(
    (v) => v >= range[0] && v <= range[1],
  )
  const now = whatIf.base.total.value
  const totals: number[] = []
  for (const value of places.slice(0, 24)) {
    totals.push(whatIf.at(field.key, Number(value.toFixed(4)), affected).total.value)
    if (yield undefined) break
  }
  return { up: tidyMoney(Math.max(0, ...totals) - now), down: tidyMoney(now - Math.min(now, ...totals)), range }
}
const tidyMoney = (value: number): number => Math.max(0, Math.round(value * 1e4) / 1e4)
