import { Decimal } from 'decimal.js'
import { type Rational, rational, ratio, SAFE, toDecimal } from '../../../contract/rule/decimal.ts'

export { type Rational, ratio, rational, toDecimal, withoutLastZeros } from '../../../contract/rule/decimal.ts'

/** Digits kept for irrational roots; far more than any threshold in a rule has. */
const ROOT_DIGITS = 60

export const ZERO: Rational = { n: 0n, d: 1n }
export const ONE: Rational = { n: 1n, d: 1n }

export const add = (a: Rational, b: Rational): Rational => ratio(a.n * b.d + b.n * a.d, a.d * b.d)
export const subtract = (a: Rational, b: Rational): Rational => ratio(a.n * b.d - b.n * a.d, a.d * b.d)
export const multiply = (a: Rational, b: Rational): Rational => ratio(a.n * b.n, a.d * b.d)
/** b must not be 0: the caller turns a zero denominator into "unknown". */
export const divide = (a: Rational, b: Rational): Rational => ratio(a.n * b.d, a.d * b.n)

/** Negative, 0 or positive when a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  const left = a.n * b.d
  const right = b.n * a.d
  return left < right ? -1 : left > right ? 1 : 0
}

export const smaller = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b)
export const larger = (a: Rational, b: Rational): Rational => (compare(a, b) >= 0 ? a : b)

export function floor(a: Rational): Rational {
  const whole = a.n / a.d
  return { n: a.n < 0n && whole * a.d !== a.n ? whole - 1n : whole, d: 1n }
}

/** a to the power b: exact for whole powers and exact roots, otherwise to 60 digits; undefined without a real result. */
export function power(a: Rational, b: Rational): Rational | undefined {
  if (b.d === 1n && b.n >= 0n && b.n <= 64n) return ratio(a.n ** b.n, a.d ** b.n)
  if (a.n < 0n) return undefined
  if (a.n === 0n) return b.n > 0n ? ZERO : undefined
  const exact = b.n === 1n && b.d <= 20n ? evenRoot(a, b.d) : undefined
  if (exact) return exact
  const Wide = Decimal.clone({ precision: ROOT_DIGITS })
  const base = new Wide(a.n.toString()).div(a.d.toString())
  const result = b.d === 2n && b.n === 1n ? base.sqrt() : base.pow(new Wide(b.n.toString()).div(b.d.toString()))
  return result.isFinite() ? rational(result.toFixed()) : undefined
}

function evenRoot(a: Rational, degree: bigint): Rational | undefined {
  const n = wholeRoot(a.n, degree)
  const d = wholeRoot(a.d, degree)
  return n !== undefined && d !== undefined ? { n, d } : undefined
}

function wholeRoot(value: bigint, degree: bigint): bigint | undefined {
  if (value < 2n) return value
  let x = 1n << (BigInt(value.toString(2).length) / degree + 1n)
  for (;;) {
    const next = ((degree - 1n) * x + value / x ** (degree - 1n)) / degree
    if (next >= x) return x ** degree === value ? x : undefined
    x = next
  }
}

/** Nearest double; for quick comparison and display only. */
export function toNumber(a: Rational): number {
  const quick = Number(a.n) / Number(a.d)
  return Number.isFinite(quick) ? quick : new Decimal(a.n.toString()).div(a.d.toString()).toNumber()
}

/** The number rounded half up to `digits` decimals: amounts are rounded here, once, when they leave the engine. */
export function rounded(a: Rational, digits: number): number {
  const { n, d } = a
  // For a decimal with at most the requested digits, the nearest double of the quotient equals that of its text.
  if (n < SAFE && n > -SAFE && d < SAFE && 10n ** BigInt(digits) % d === 0n) return Number(n) / Number(d)
  return Number(toDecimal(a, digits))
}
