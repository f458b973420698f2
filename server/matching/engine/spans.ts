import { add, compare, multiply, type Rational, ratio, ZERO } from './rational.ts'

/** A numeric interval, bounds included unless marked open; d = 0 stands for an infinite bound. */
export type Span = { low: Rational; high: Rational; lowOpen?: boolean | undefined; highOpen?: boolean | undefined }

export const INFINITE: Rational = { n: 1n, d: 0n }
export const MINUS_INFINITE: Rational = { n: -1n, d: 0n }
export const ANY: Span = { low: MINUS_INFINITE, high: INFINITE }

export const isSomewhere = (value: Rational): boolean => value.d !== 0n
export const exactly = (value: Rational): Span => ({ low: value, high: value })
const sign = (value: Rational): number => (value.n > 0n ? 1 : value.n < 0n ? -1 : 0)

/** As `compare`, for bounds that may be infinite. */
export function order(a: Rational, b: Rational): number {
  if (isSomewhere(a) && isSomewhere(b)) return compare(a, b)
  if (isSomewhere(a)) return -sign(b)
  return isSomewhere(b) ? sign(a) : sign(a) - sign(b)
}
export const lower = (a: Rational, b: Rational): Rational => (order(a, b) <= 0 ? a : b)
export const higher = (a: Rational, b: Rational): Rational => (order(a, b) >= 0 ? a : b)

const plus = (a: Rational, b: Rational): Rational => (isSomewhere(a) ? (isSomewhere(b) ? add(a, b) : b) : a)
const times = (a: Rational, b: Rational): Rational => {
  if (a.n === 0n || b.n === 0n) return ZERO
  return isSomewhere(a) && isSomewhere(b) ? multiply(a, b) : sign(a) * sign(b) > 0 ? INFINITE : MINUS_INFINITE
}
const minus = (a: Rational): Rational => ({ n: -a.n, d: a.d })

export const hull = (a: Span, b: Span): Span => ({ low: lower(a.low, b.low), high: higher(a.high, b.high) })
export const negated = ({ low, high }: Span): Span => ({ low: minus(high), high: minus(low) })
export const sumOf = (a: Span, b: Span): Span => ({ low: plus(a.low, b.low), high: plus(a.high, b.high) })
export function productOf(a: Span, b: Span): Span {
  const ends = [times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)]
  return { low: ends.reduce(lower), high: ends.reduce(higher) }
}

/** A divisor close to 0 makes the quotient infinite; one that can be 0 leaves it open, because there may be no result. */
export function quotientOf(a: Span, b: Span): Span {
  if (order(b.high, ZERO) < 0) return quotientOf(negated(a), negated(b))
  const from = order(b.low, ZERO)
  if (from < 0 || (from === 0 && !b.lowOpen)) return ANY
  const inverse = (end: Rational, none: Rational): Rational => (end.n === 0n ? none : isSomewhere(end) ? ratio(end.d, end.n) : ZERO)
  return productOf(a, { low: inverse(b.high, INFINITE), high: inverse(b.low, INFINITE) })
}

export const smallerOf = (a: Span, b: Span): Span => ({ low: lower(a.low, b.low), high: lower(a.high, b.high) })
export const largerOf = (a: Span, b: Span): Span => ({ low: higher(a.low, b.low), high: higher(a.high, b.high) })

/** Whether a is below b: always, never, or undefined when it depends. `orEqual`: equal counts too. */
export function below(a: Span, b: Span, orEqual: boolean): boolean | undefined {
  const top = order(a.high, b.low)
  if (top < 0 || (top === 0 && (orEqual || a.highOpen || b.lowOpen))) return true
  const bottom = order(a.low, b.high)
  if (bottom > 0 || (bottom === 0 && (!orEqual || a.lowOpen || b.highOpen))) return false
  return undefined
}
export function equal(a: Span, b: Span): boolean | undefined {
  if (order(a.low, a.high) === 0 && order(b.low, b.high) === 0 && order(a.low, b.low) === 0) return true
  return below(a, b, false) === true || below(b, a, false) === true ? false : undefined
}

/** The intersection of two intervals; undefined when it is empty. */
export function within(a: Span, b: Span): Span | undefined {
  if (below(a, b, false) === true || below(b, a, false) === true) return undefined
  return { low: higher(a.low, b.low), high: lower(a.high, b.high) }
}

/** The several highest values, whichever they are: each bound is taken from the highest bounds. */
export function highestOf(spans: readonly Span[], many: number): Span[] {
  const ends = (pick: (span: Span) => Rational): Rational[] =>
    spans
      .map(pick)
      .toSorted((a, b) => order(b, a))
      .slice(0, many)
  const highs = ends(({ high }) => high)
  return ends(({ low }) => low).map((low, n) => ({ low, high: highs[n]! }))
}
