import type { Rational } from './rational.ts'

/** A value that is only known to be one of several, such as a size class with a missing indicator. */
export type OneOf = { readonly oneOf: readonly string[] }
export type Value = Rational | string | boolean | readonly string[] | OneOf | undefined

/** Why something is unknown: raw fields without a value, and zero denominators. */
export class Gaps {
  readonly missing = new Set<string>()
  readonly zero = new Set<string>()

  add(other: { missing: Iterable<string>; zero: Iterable<string> }): void {
    for (const key of other.missing) this.missing.add(key)
    for (const key of other.zero) this.zero.add(key)
  }
}

export type Derived = { value: Value; missing: readonly string[]; zero: readonly string[] }

export const isRational = (value: Value): value is Rational => typeof value === 'object' && 'd' in value
export const isOneOf = (value: Value): value is OneOf => typeof value === 'object' && 'oneOf' in value
