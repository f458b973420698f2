import { partsOf } from '../../../contract/rule/condition-words.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { belowIssue } from './check-below.ts'
import { INDUSTRY, isLeaf, withoutSection } from './condition.ts'
import { TAX_RATES } from './never-true.ts'
import { divide, multiply, rational, toDecimal } from './rational.ts'
import { PARTS } from './related.ts'
import type { Benefit, Condition, Issue, Leaf, PolicyRule } from './types.ts'

/** Shares of a whole, at most 1. */
const SHARES = new Set(['techStaffRatio', 'rdStaffRatio', 'rdDomesticRatio', 'hiTechIncomeRatio', 'mainRevenueRatio', 'newHireRatio'])
const INDUSTRIES = new Set([INDUSTRY, 'industrySection', 'industryDivision'])
/** A growth above 10, or another ratio above 2, was meant as a percentage. */
const MOST_GROWTH = 10
const MOST_RATIO = 2

/**
 * Values in checked conditions that no company has, because they are in another unit or not an option of the field. For saving only: a rule
 * in force is still judged.
 */
export const valueIssues = (catalog: Catalog, { conditions, benefits = [] }: PolicyRule): Issue[] => [
  ...conditionValues(catalog, conditions, 'conditions'),
  ...benefits.flatMap((benefit, i) => benefitValues(catalog, benefit, `benefits[${i}]`)),
]

function benefitValues(catalog: Catalog, benefit: Benefit, path: string): Issue[] {
  return [
    ...(benefit.when ? conditionValues(catalog, benefit.when, `${path}.when`) : []),
    ...(benefit.factors ?? []).flatMap((factor, i) =>
      'when' in factor ? conditionValues(catalog, factor.when, `${path}.factors[${i}].when`) : [],
    ),
    ...(benefit.kind === 'tierRate' && benefit.rateAdd ? conditionValues(catalog, benefit.rateAdd.when, `${path}.rateAdd.when`) : []),
    ...shareValues(catalog, benefit, path),
    ...(benefit.kind === 'group' ? benefit.items.flatMap((item, i) => benefitValues(catalog, item, `${path}.items[${i}]`)) : []),
  ]
}

/** Levels below every possible value, and levels and steps of a share that were typed as percentages. */
function shareValues(catalog: Catalog, benefit: Benefit, path: string): Issue[] {
  if (benefit.kind !== 'reach' && benefit.kind !== 'perStep') return []
  const field = catalog.byKey.get(benefit.base)
  if (!field) return []
  const started: [string, number][] =
    benefit.kind === 'reach'
      ? benefit.levels.map(({ from }, n) => [`levels[${n}].from`, from])
      : benefit.above == null
        ? []
        : [['above', benefit.above]]
  const below = started.flatMap(([place, value]) => {
    const message = belowIssue(catalog, field, value)
    return message ? [{ path: `${path}.${place}`, message }] : []
  })
  if (below.length || field.unit !== 'ratio') return below
  const typed: [string, number][] =
    benefit.kind === 'perStep' ? [['step', benefit.step]] : benefit.levels.map(({ from }, n) => [`levels[${n}].from`, from])
  return typed.flatMap(([place, value]) =>
    value >= 1 && (benefit.kind === 'perStep' || wrong(catalog, field, value))
      ? [
          {
            path: `${path}.${place}`,
            message: `比例为 ${toDecimal(multiply(rational(value), rational(100)), 4)}%，过大；如应为 ${value}%，请填 ${value}`,
          },
        ]
      : [],
  )
}

export function conditionValues(catalog: Catalog, node: Condition, path: string): Issue[] {
  if (isLeaf(node)) return leafValues(catalog, node, path)
  const kind = 'any' in node ? 'any' : 'atLeast' in node ? 'of' : 'all'
  return partsOf(node).flatMap((part, i) => conditionValues(catalog, part, 'not' in node ? `${path}.not` : `${path}.${kind}[${i}]`))
}

function leafValues(catalog: Catalog, leaf: Leaf, path: string): Issue[] {
  const field = catalog.byKey.get(leaf.field)
  if (!field) return []
  const list: readonly unknown[] = Array.isArray(leaf.value) ? leaf.value : [leaf.value]
  return list.flatMap((value, i) => {
    const message = wrong(catalog, field, value) ?? (list.length > 1 ? noRate(field, value) : undefined)
    return message ? [{ path: Array.isArray(leaf.value) ? `${path}.value[${i}]` : `${path}.value`, message }] : []
  })
}

/** An impossible tax rate among several; a single one is reported as a condition that can never hold. */
const noRate = ({ key, label }: CatalogField, value: unknown): string | undefined =>
  key === 'corpTaxRate' && !TAX_RATES.includes(value as number)
    ? `“${label}”没有 ${toDecimal(multiply(rational(value as number), rational(100)), 4)}% 这一档`
    : undefined

/** Also true for a part divided by its whole. */
const isShare = (key: string): boolean => SHARES.has(key) || PARTS.some(([part, whole]) => key === `=${part} / ${whole}`)

function wrong(catalog: Catalog, field: CatalogField, value: unknown): string | undefined {
  if (typeof value === 'string') {
    const known = field.key === INDUSTRY ? catalog.sections.has(withoutSection(value).slice(0, 2)) : field.labels.has(value)
    return INDUSTRIES.has(field.key) && !known ? `“${field.label}”中没有“${value}”` : undefined
  }
  if (typeof value !== 'number') return undefined
  const below = belowIssue(catalog, field, value)
  if (below) return below
  // A share that companies state themselves is limited to the whole elsewhere (never-true.ts).
  if (field.unit !== 'ratio' || !field.derived) return undefined
  const growth = /增长/.test(field.label) || / - 1\b/.test(field.key)
  const most = isShare(field.key) ? 1 : growth ? MOST_GROWTH : MOST_RATIO
  return value > most ? `“${field.label}”的值应为小数，${value}% 写 ${toDecimal(divide(rational(value), rational(100)), 6)}` : undefined
}
