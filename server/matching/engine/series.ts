import type { Catalog } from './catalog.ts'
import type { Facts } from './facts.ts'
import { add, compare, divide, multiply, ONE, type Rational, rational, subtract, toNumber, ZERO } from './rational.ts'
import { Gaps, isRational, type OneOf } from './value.ts'

const HALF = rational('0.5')

/**
 * Number of fiscal years to use: min(3, operatingYears), none for 0 years (data README 年度: 只取实际年数), 3 when the years are unknown (note on
 * rdRatio3y).
 */
function fiscalYears(facts: Facts): number {
  const years = facts.value('operatingYears', new Gaps())
  if (!isRational(years)) return 3
  // A company in its first year has one fiscal year; one that itself states 0 years has none.
  const deduced = facts.isDerived(facts.catalog.byKey.get('operatingYears')!)
  return years.n <= 0n && !deduced ? 0 : Math.max(1, Math.min(3, Math.floor(toNumber(years))))
}

/** The number of years for an average; a company in its first year by registration date counts one. */
export function countedYears(facts: Facts, gaps: Gaps): Rational | undefined {
  const years = facts.value('operatingYears', gaps)
  if (!isRational(years)) return undefined
  return years.n <= 0n && facts.isDerived(facts.catalog.byKey.get('operatingYears')!) ? ONE : years
}

/** Sum of the latest fiscal years of a series such as revenueY1…Y3; a missing year that should exist makes it unknown. */
export function yearsSum(series: string, facts: Facts, gaps: Gaps): Rational | undefined {
  let sum: Rational | undefined = ZERO
  for (let year = 1; year <= fiscalYears(facts); year++) {
    const value = facts.value(`${series}Y${year}`, gaps)
    sum = sum && isRational(value) ? add(sum, value) : undefined
  }
  return sum
}

/**
 * Growth as defined by the high-tech scoring (scoring.json growthFormula): mean of two yearly growths, or only the later one when the first
 * year is 0 or there are only two years; a zero second year, a single year or a negative denominator score 0.
 */
export function hnteGrowth(series: string, facts: Facts, gaps: Gaps): Rational | undefined {
  const count = fiscalYears(facts)
  if (count <= 1) return ZERO
  const own = new Gaps()
  const [third, second, first] = [1, 2, 3].slice(0, count).map((year) => facts.value(`${series}Y${year}`, own) as Rational | undefined)
  if (second && second.n <= 0n) return ZERO
  if (count === 3 && first && first.n < 0n) return ZERO
  const late = third && second ? divide(third, second) : undefined
  const result =
    count === 2 || first?.n === 0n
      ? late && subtract(late, ONE)
      : late && first && second
        ? subtract(multiply(HALF, add(divide(second, first), late)), ONE)
        : undefined
  if (!result) gaps.add(own)
  return result
}

/** Section letter of an industry code. */
export function section(code: string, catalog: Catalog, gaps: Gaps): string | undefined {
  const found = catalog.sections.get(code.replace(/^[A-T](?=\d)/, '').slice(0, 2))
  if (found === undefined) gaps.missing.add('industryCode')
  return found
}

const GRADES = ['large', 'medium', 'small', 'micro'] as const

/**
 * Size class: every indicator is graded, and the lowest decides. With missing indicators all classes from there down stay possible, which
 * decides “not large” as soon as one indicator is below the large threshold.
 */
export function sizing(keys: readonly [string, string, string, string], facts: Facts, gaps: Gaps): string | OneOf | undefined {
  const [industryKey, employees, revenue, assets] = keys
  const industry = facts.value(industryKey, gaps)
  const row = typeof industry === 'string' ? facts.catalog.sizingRows.get(industry) : undefined
  if (!row) return undefined
  const own = new Gaps()
  const place: Record<string, string> = { employees, revenue, assets }
  let lowest = 0
  for (const each of row.indicators) {
    const value = facts.value(place[each.indicator] ?? each.indicator, own)
    if (isRational(value))
      lowest = Math.max(
        lowest,
        GRADES.findIndex((grade) => compare(value, rational(each[grade].min ?? -1e15)) >= 0),
      )
  }
  if (own.missing.size === 0 || lowest === GRADES.length - 1) return GRADES[lowest]
  gaps.add(own)
  return lowest === 0 && own.missing.size === row.indicators.length ? undefined : { oneOf: GRADES.slice(lowest) }
}
