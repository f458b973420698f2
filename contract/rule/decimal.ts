/**
 * An exact fraction n/d, always reduced, d > 0. Ratios such as 3450/3000 − 1 stay exact,
 * so a threshold of 15 % is met when it is met on paper.
 */
export type Rational = { readonly n: bigint; readonly d: bigint }

/** Below this a double represents every integer exactly. */
export const SAFE = 1n << 53n

function gcd(a: bigint, b: bigint): bigint {
  if (a < SAFE && a > -SAFE && b < SAFE) {
    // Doubles represent these exactly, and their remainders take a tenth of the time.
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

/** Plain decimal text, rounded to `digits` places after the point (half up); trailing zeros removed. */
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

/** The text without trailing zeros: `1.50` → `1.5`, `00` → ``. */
export function withoutLastZeros(text: string): string {
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, end)
}
