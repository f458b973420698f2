import type { CatalogField } from './catalog.ts'
import { wholeYears } from './dates.ts'
import { inForce } from './dated.ts'
import { evaluate } from './evaluate.ts'
import type { Facts } from './facts.ts'
import { type Rational, rational } from './rational.ts'
import { type Derived, Gaps, isOneOf, type Value } from './value.ts'

/** Value of a derived field, or of a raw field that can be deduced (sizingIndustry, operatingYears). */
export function deriveField(field: CatalogField, facts: Facts): Derived {
  const gaps = new Gaps()
  const value = compute(field, facts, gaps)
  const open = value === undefined || isOneOf(value)
  return { value, missing: open ? [...gaps.missing] : [], zero: open ? [...gaps.zero] : [] }
}

function compute(field: CatalogField, facts: Facts, gaps: Gaps): Value {
  if (field.dated) return inForce(field.dated, facts.applyDate)
  if (field.key === 'sizingIndustry') return deducedSizingIndustry(facts, gaps)
  if (field.key === 'operatingYears') return deducedYears(facts, gaps)
  if (field.key === 'corpTaxRate') return corpTaxRate(facts, gaps)
  return field.formula ? evaluate(field.formula, { facts, gaps }) : undefined
}

/** Tries four digits first, then two; an industry without size classes stays unknown (data README). */
function deducedSizingIndustry(facts: Facts, gaps: Gaps): string | undefined {
  const code = facts.answers['industryCode']
  const digits = typeof code === 'string' ? code.replace(/^[A-T](?=\d)/, '') : ''
  const { industryMap, industryMap4 } = facts.catalog.sizing
  const found = lookUp(industryMap4, digits.slice(0, 4)) ?? lookUp(industryMap, digits.slice(0, 2))
  if (found === undefined) gaps.missing.add('sizingIndustry')
  return found
}

const lookUp = (map: Readonly<Record<string, string>>, key: string): string | undefined => (Object.hasOwn(map, key) ? map[key] : undefined)

/** Completed calendar years since registration, when operatingYears was not given (ADR 0210). */
function deducedYears(facts: Facts, gaps: Gaps): Rational | undefined {
  const registered = facts.answers['registeredDate']
  if (typeof registered !== 'string') {
    gaps.missing.add('operatingYears')
    return undefined
  }
  return rational(Math.max(0, wholeYears(registered, facts.applyDate)))
}

/** 5 % for small-profit companies, else 15 % for high-tech ones, else 25 %; open small-profit conditions count as not met (data README). */
function corpTaxRate(facts: Facts, gaps: Gaps): Rational | undefined {
  if (facts.smallProfit?.(facts) === true) return rational('0.05')
  const hnte = facts.value('isHNTE', gaps)
  return hnte === undefined ? undefined : rational(hnte === true ? '0.15' : '0.25')
}
