import { Decimal } from 'decimal.js'

/**
 * An exact fraction n/d, always reduced, d > 0. Ratios such as 3450/3000 − 1 stay exact,
 * so a threshold of 15 % is met when it is met on paper.
 */
export type Rational = { readonly n: bigint; readonly d: bigint }

/** Digits kept for irrational roots; far beyond any threshold a rule can name. */
const ROOT_DIGITS = 60

const SAFE = 1n << 53n

function gcd(a: bigint, b: bigint): bigint {
  if (a < SAFE && a > -SAFE && b < SAFE) {
    // Doubles hold these exactly, and their remainders cost a tenth.
    let small = Math.abs(Number(a))
    let other = Number(b)
    while (other) [small, other] = [other, small % other]
    return BigInt(small)
  }
  let x = a < 0n ? -a : a
  let y = b
  while (y) [x, y] = [y, x % y]
  return x
}

/** n/d in lowest terms; d must not be 0. */
export function ratio(n: bigint, d: bigint): Rational {
  if (d === 1n) return { n, d }
  const g = gcd(n, d < 0n ? -d : d)
  return d < 0n ? { n: -n / g, d: -d / g } : { n: n / g, d: d / g }
}

export const ZERO: Rational = { n: 0n, d: 1n }
export const ONE: Rational = { n: 1n, d: 1n }

/** The decimal that a JSON number was written as (0.1 is one tenth, not the nearest double). */
export function rational(value: number | string): Rational {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { n: BigInt(value), d: 1n }
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(String(value))
  if (!match) throw new RangeError(`不是有限数字：${value}`)
  const [, sign, whole = '0', part = '', exponent = '0'] = match
  const digits = BigInt(`${sign}${whole}${part}`)
  const shift = part.length - Number(exponent)
  return shift > 0 ? ratio(digits, 10n ** BigInt(shift)) : { n: digits * 10n ** BigInt(-shift), d: 1n }
}

export const add = (a: Rational, b: Rational): Rational => ratio(a.n * b.d + b.n * a.d, a.d * b.d)
export const subtract = (a: Rational, b: Rational): Rational => ratio(a.n * b.d - b.n * a.d, a.d * b.d)
export const multiply = (a: Rational, b: Rational): Rational => ratio(a.n * b.n, a.d * b.d)
/** b must not be 0: the caller turns a zero denominator into "unknown". */
export const divide = (a: Rational, b: Rational): Rational => ratio(a.n * b.d, a.d * b.n)

/** Negative, 0 or positive as a is below, at or above b. */
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

/** a to the power b: exact for whole powers and for roots that come out even, otherwise to 60 digits; undefined when there is no real result. */
export function power(a: Rational, b: Rational): Rational | undefined {
  if (b.d === 1n && b.n >= 0n && b.n <= 64n) return ratio(a.n ** b.n, a.d ** b.n)
  if (a.n < 0n) return undefined
  if (a.n === 0n) return b.n > 0n ? ZERO : undefined
  const exact = b.d === 2n && b.n === 1n ? evenRoot(a) : undefined
  if (exact) return exact
  const Wide = Decimal.clone({ precision: ROOT_DIGITS })
  const base = new Wide(a.n.toString()).div(a.d.toString())
  const result = b.d === 2n && b.n === 1n ? base.sqrt() : base.pow(new Wide(b.n.toString()).div(b.d.toString()))
  return result.isFinite() ? rational(result.toFixed()) : undefined
}

function evenRoot(a: Rational): Rational | undefined {
  const n = wholeRoot(a.n)
  const d = wholeRoot(a.d)
  return n !== undefined && d !== undefined ? { n, d } : undefined
}

function wholeRoot(value: bigint): bigint | undefined {
  if (value < 2n) return value
  let x = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (x + value / x) >> 1n
    if (next >= x) return x * x === value ? x : undefined
    x = next
  }
}

/** Nearest double; for quick comparison and display only. */
export function toNumber(a: Rational): number {
  const quick = Number(a.n) / Number(a.d)
  return Number.isFinite(quick) ? quick : new Decimal(a.n.toString()).div(a.d.toString()).toNumber()
}

/** Plain decimal text, cut to `digits` places after the point (half up); trailing zeros dropped. */
export function toDecimal(a: Rational, digits: number): string {
  const scale = 10n ** BigInt(digits)
  const negative = a.n < 0n
  const scaled = ((negative ? -a.n : a.n) * scale * 2n + a.d) / (a.d * 2n)
  const text = scaled.toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const part = withoutLastZeros(text.slice(text.length - digits))
  const plain = part ? `${whole}.${part}` : whole
  return negative && scaled !== 0n ? `-${plain}` : plain
}

/** The text without the zeros at its end: `1.50` → `1.5`, `00` → ``. */
export function withoutLastZeros(text: string): string {
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, end)
}

/** The number rounded half up to `digits` decimals: money leaves the engine through here, once. */
export function rounded(a: Rational, digits: number): number {
  const { n, d } = a
  // A decimal that is no longer than asked for: the nearest double of the quotient is that of its text.
  if (n < SAFE && n > -SAFE && d < SAFE && 10n ** BigInt(digits) % d === 0n) return Number(n) / Number(d)
  return Number(toDecimal(a, digits))
}
