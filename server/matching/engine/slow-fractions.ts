/** Unreduced fractions for the slow evaluators. */
export type Frac = readonly [bigint, bigint]

export const frac = (value: number): Frac => [BigInt(Math.round(value * 1e6)), 1_000_000n]
export const asFrac = (value: unknown): Frac | undefined => (typeof value === 'number' ? frac(value) : undefined)
export const sign = ([n, d]: Frac, [m, e]: Frac): number => (n * e < m * d ? -1 : n * e > m * d ? 1 : 0)
export const ARITHMETIC = {
  '+': ([n, d]: Frac, [m, e]: Frac): Frac => [n * e + m * d, d * e],
  '-': ([n, d]: Frac, [m, e]: Frac): Frac => [n * e - m * d, d * e],
  '*': ([n, d]: Frac, [m, e]: Frac): Frac => [n * m, d * e],
  '/': ([n, d]: Frac, [m, e]: Frac): Frac | undefined => (m === 0n ? undefined : m < 0n ? [-n * e, -m * d] : [n * e, d * m]),
} as const
export const floor = ([n, d]: Frac): Frac => [n / d - (n % d < 0n ? 1n : 0n), 1n]
export const both = <A, B, C>(a: A | undefined, b: B | undefined, work: (a: A, b: B) => C): C | undefined =>
  a === undefined || b === undefined ? undefined : work(a, b)
