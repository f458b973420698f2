import { type Catalog, type CatalogField, FALLBACK, PENDING } from './catalog.ts'
import { deriveField } from './derived.ts'
import { type Rational, rational, toNumber } from './rational.ts'
import { type Scored, scoreOf } from './score.ts'
import type { Answers, ScoreTable } from './types.ts'
import { type Derived, type Gaps, isOneOf, isRational, type Value } from './value.ts'

const NOTHING = new Uint8Array(0)

/**
 * One company on one day: raw answers plus derived values, each derived once on first use. `slots` holds plain values for the fast path
 * (undefined = unknown). Tables that a pass over all companies does not need are created on first use: with 100,000 companies and one rule,
 * half of the time was spent on empty tables.
 */
export class Facts {
  readonly catalog: Catalog
  readonly applyDate: string
  readonly answers: Answers
  readonly slots: unknown[]
  readonly #derived: (Derived | undefined)[] = []
  readonly #fractions: (Rational | undefined)[] = []
  #scores: Map<ScoreTable, Scored> | undefined
  #formulas: Map<CatalogField, Derived> | undefined
  #numbers: Float64Array | undefined
  /** 1 where `numbers` already holds the derived figure. */
  #settled = NOTHING
  /** Truths of every traced node, one after the other; each Trace knows its start. */
  truths = NOTHING
  /**
   * How many direct parts of an `all` failed in the last program run: most rules fail by many, and then nothing more needs to be examined.
   */
  failed = 0
  #used = 0
  /** Set by createEngine: truth of the small-profit conditions, needed by corpTaxRate. */
  readonly smallProfit: ((facts: Facts) => boolean | undefined) | undefined
  /** Amounts are calculated without explaining words. */
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
    this.slots = catalog.blank.slice()
    for (const key of Object.keys(answers)) {
      const field = catalog.byKey.get(key)
      const given = answers[key]
      if (field && !field.derived && given != null) this.slots[field.index] = given
    }
  }

  /** For programs: raw figures, yes/no as 1/0, options as bits; NaN = unknown. */
  get numbers(): Float64Array {
    return (this.#numbers ??= this.#asNumbers())
  }

  #asNumbers(): Float64Array {
    const { fields, byKey } = this.catalog
    const numbers = new Float64Array(fields.length).fill(Number.NaN)
    for (const key of Object.keys(this.answers)) {
      const field = byKey.get(key)
      const given = this.answers[key]
      if (!field) continue
      if (typeof given === 'number') numbers[field.index] = given
      else if (typeof given === 'boolean') numbers[field.index] = given ? 1 : 0
      else if (given != null && field.bits) numbers[field.index] = chosen(field.bits, given)
    }
    this.#settled = new Uint8Array(fields.length)
    return numbers
  }

  /** Reserves room for `size` truths; returns its start. */
  reserve(size: number): number {
    const start = this.#used
    this.#used = start + size
    if (this.#used > this.truths.length) {
      const wider = new Uint8Array(Math.max(1024, this.#used, this.truths.length * 2))
      wider.set(this.truths)
      this.truths = wider
    }
    return start
  }

  /**
   * Restarts the record in a buffer of the caller: facts that are kept and judged repeatedly would otherwise grow with every judgement.
   * Earlier judgements can then no longer be explained.
   */
  recordIn(place: Uint8Array<ArrayBuffer>): void {
    place.fill(0)
    this.truths = place
    this.#used = 0
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

  /** The plain value of a field, also of a formula; undefined when unknown. */
  plain(field: CatalogField): unknown {
    if (!field.computed) return this.slot(field.index)
    const { value } = this.derived(field)
    return value === undefined || isOneOf(value) ? undefined : isRational(value) ? toNumber(value) : value
  }

  /** A figure as a double, derived on first use; NaN when unknown. */
  figure(index: number): number {
    const { numbers } = this
    if (this.#settled[index] === 0) {
      const value = this.slot(index)
      if (typeof value === 'number') numbers[index] = value
      this.#settled[index] = 1
    }
    return numbers[index] as number
  }

  /** Value of a derived field with the reasons why it is unknown. A given value counts only when none can be derived. */
  derived(field: CatalogField): Derived {
    if (field.computed) return this.#ofFormula(field)
    const known = this.#derived[field.index]
    if (known) return known
    let result = deriveField(field, this)
    const given = Object.hasOwn(this.answers, field.key) ? this.answers[field.key] : undefined
    const fits = result.value === undefined || (isOneOf(result.value) && result.value.oneOf.includes(given as string))
    if (fits && given != null) result = { value: typeof given === 'number' ? rational(given) : given, missing: [], zero: [] }
    this.#derived[field.index] = result
    return result
  }

  #ofFormula(field: CatalogField): Derived {
    const formulas = (this.#formulas ??= new Map<CatalogField, Derived>())
    let result = formulas.get(field)
    if (!result) formulas.set(field, (result = deriveField(field, this)))
    return result
  }

  isDerived(field: CatalogField): boolean {
    return field.derived === true || (FALLBACK.has(field.key) && (this.answers[field.key] ?? undefined) === undefined)
  }

  /** Score of a table, computed once. */
  score(table: ScoreTable): Scored {
    const scores = (this.#scores ??= new Map<ScoreTable, Scored>())
    let result = scores.get(table)
    if (!result) scores.set(table, (result = scoreOf(table, this)))
    return result
  }

  /** Exact value of a field; what is missing is noted in `gaps`. */
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
    return (this.#fractions[index] ??= rational(plain))
  }

  /** Exact value of a numeric field for a comparison at the threshold. */
  exact(field: CatalogField): Rational {
    const value = this.isDerived(field) ? this.derived(field).value : rational(this.slots[field.index] as number)
    if (!isRational(value)) throw new Error(`${field.key} 不是数值`)
    return value
  }
}

/** The selected options as bits; an unknown option matches none that a rule names. */
function chosen(bits: ReadonlyMap<string, number>, given: unknown): number {
  return (Array.isArray(given) ? given : [given]).reduce<number>((sum, each) => sum | (bits.get(each as string) ?? 0), 0)
}
