import { type Catalog, type CatalogField, FALLBACK } from './catalog.ts'
import { deriveField } from './derived.ts'
import { type Rational, rational, toNumber } from './rational.ts'
import { type Scored, scoreOf } from './score.ts'
import type { Answers, ScoreTable } from './types.ts'
import { type Derived, type Gaps, isOneOf, isRational, type Value } from './value.ts'

const PENDING = Symbol('not derived yet')

/**
 * One company on one day: raw answers plus derived values, each derived once when first asked for.
 * `slots` holds plain values for the fast path (undefined = unknown).
 */
export class Facts {
  readonly catalog: Catalog
  readonly applyDate: string
  readonly answers: Answers
  readonly slots: unknown[]
  readonly #derived: (Derived | undefined)[]
  readonly #fractions = new Map<number, Rational>()
  readonly #scores = new Map<ScoreTable, Scored>()
  /** For programs: raw figures, yes/no as 1/0, choices as bits; NaN = unknown. */
  readonly numbers: Float64Array
  /** 1 where `numbers` already holds the derived figure. */
  readonly #settled: Uint8Array
  /** Truths of every traced node, one after the other; a Trace knows where its own begin. */
  truths = new Uint8Array(1024)
  #used = 0
  /** Set by createEngine: truth of the small-profit conditions, needed by corpTaxRate. */
  readonly smallProfit: ((facts: Facts) => boolean | undefined) | undefined
  /** Amounts are asked for without the words that explain them. */
  readonly wordless: boolean

  constructor(
    catalog: Catalog,
    answers: Answers,
    applyDate: string,
    smallProfit?: (facts: Facts) => boolean | undefined,
    wordless = false,
  ) {
    this.wordless = wordless
    this.catalog = catalog
    this.answers = answers
    this.applyDate = applyDate
    this.smallProfit = smallProfit
    const { fields } = catalog
    this.slots = new Array(fields.length)
    this.#derived = new Array(fields.length)
    this.numbers = new Float64Array(fields.length).fill(Number.NaN)
    this.#settled = new Uint8Array(fields.length)
    for (const field of fields) {
      const given = Object.hasOwn(answers, field.key) ? answers[field.key] : undefined
      this.slots[field.index] = field.derived || (given == null && FALLBACK.has(field.key)) ? PENDING : (given ?? undefined)
      if (typeof given === 'number') this.numbers[field.index] = given
      else if (typeof given === 'boolean') this.numbers[field.index] = given ? 1 : 0
      else if (given != null && field.bits) this.numbers[field.index] = chosen(field.bits, given)
    }
  }

  /** Room for `size` truths; returns where it begins. */
  reserve(size: number): number {
    const start = this.#used
    this.#used = start + size
    if (this.#used > this.truths.length) {
      const wider = new Uint8Array(Math.max(this.#used, this.truths.length * 2))
      wider.set(this.truths)
      this.truths = wider
    }
    return start
  }

  /** The plain value of a field (number, text, truth, list), undefined when unknown. */
  slot(index: number): unknown {
    const value = this.slots[index]
    if (value !== PENDING) return value
    const derived = this.derived(this.catalog.fields[index] as CatalogField).value
    const plain = derived === undefined || isOneOf(derived) ? undefined : isRational(derived) ? toNumber(derived) : derived
    this.slots[index] = plain
    return plain
  }

  /** A figure as a double, derived when first asked for; NaN when unknown. */
  figure(index: number): number {
    if (this.#settled[index] === 0) this.#settle(index)
    return this.numbers[index] as number
  }

  #settle(index: number): void {
    const value = this.slot(index)
    if (typeof value === 'number') this.numbers[index] = value
    this.#settled[index] = 1
  }

  /** Value of a derived field with the reasons why it is unknown. A given value counts only where none can be derived. */
  derived(field: CatalogField): Derived {
    const known = this.#derived[field.index]
    if (known) return known
    let result = deriveField(field, this)
    const given = Object.hasOwn(this.answers, field.key) ? this.answers[field.key] : undefined
    const fits = result.value === undefined || (isOneOf(result.value) && result.value.oneOf.includes(given as string))
    if (fits && given != null) result = { value: typeof given === 'number' ? rational(given) : given, missing: [], zero: [] }
    this.#derived[field.index] = result
    return result
  }

  isDerived(field: CatalogField): boolean {
    return field.derived === true || (FALLBACK.has(field.key) && (this.answers[field.key] ?? undefined) === undefined)
  }

  /** Score of a table, computed once. */
  score(table: ScoreTable): Scored {
    let result = this.#scores.get(table)
    if (!result) this.#scores.set(table, (result = scoreOf(table, this)))
    return result
  }

  /** Exact value of a field; what is lacking is noted in `gaps`. */
  value(key: string, gaps: Gaps): Value {
    const field = this.catalog.byKey.get(key)
    if (!field) {
      if (key === 'applyDate') return this.applyDate
      throw new Error(`字段目录中没有 ${key}`)
    }
    if (this.isDerived(field)) {
      const { value, missing, zero } = this.derived(field)
      if (value === undefined || isOneOf(value)) gaps.add({ missing, zero })
      return value
    }
    const plain = this.slots[field.index]
    if (plain === undefined) {
      gaps.missing.add(key)
      return undefined
    }
    return typeof plain === 'number' ? this.#fraction(field.index, plain) : (plain as Value)
  }

  #fraction(index: number, plain: number): Rational {
    let exact = this.#fractions.get(index)
    if (!exact) this.#fractions.set(index, (exact = rational(plain)))
    return exact
  }

  /** Exact value of a numeric field for a comparison at the threshold. */
  exact(index: number): Rational {
    const field = this.catalog.fields[index] as CatalogField
    const value = this.isDerived(field) ? this.derived(field).value : rational(this.slots[index] as number)
    if (!isRational(value)) throw new Error(`${field.key} 不是数值`)
    return value
  }
}

/** The choices made, as bits; one that the field does not know is none of those that a rule names. */
function chosen(bits: ReadonlyMap<string, number>, given: unknown): number {
  return (Array.isArray(given) ? given : [given]).reduce<number>((sum, each) => sum | (bits.get(each as string) ?? 0), 0)
}
