import { isPriced } from './priced.ts'
import { sumOfHighest } from './highest.ts'

/** The parts of a benefit that decide how much a policy can pay one company at most. */
interface BenefitLike {
  kind: string
  amount?: unknown
  cap?: unknown
  map?: unknown
  items?: unknown
  expr?: unknown
  combine?: unknown
  best?: unknown
  factors?: unknown
  levels?: unknown
}

const number = (v: unknown): number | null => (typeof v === 'number' && Number.isFinite(v) ? v : null)
const highest = (values: readonly unknown[]): number | null => {
  const numbers = values
    .flat()
    .map(number)
    .filter((n) => n !== null)
  return numbers.length > 0 ? Math.max(...numbers) : null
}

/** 万元 of one benefit; 0 for an honour; null without a ceiling. */
function ceilingOf(b: BenefitLike): number | null {
  if (b.kind === 'negotiated') return null
  if (!isPriced(b)) return 0
  const cap = number(b.cap)
  if (cap !== null) return cap
  const standard = standardOf(b)
  return standard === null ? null : Math.round(standard * mostTimes(b) * 1e6) / 1e6
}

/** The greatest product that the factors of a benefit can reach. */
const mostTimes = ({ factors }: BenefitLike): number =>
  ((factors ?? []) as ({ times: number } | { map: Record<string, number> })[]).reduce(
    (all, factor) => all * Math.max(1, ...('times' in factor ? [factor.times] : Object.values(factor.map))),
    1,
  )

function standardOf(b: BenefitLike): number | null {
  if (b.kind === 'fixed') return number(b.amount)
  if (b.kind === 'lookup' || b.kind === 'lookupRange') return highest(Object.values((b.map ?? {}) as Record<string, unknown>))
  if (b.kind === 'group') return total((b.items ?? []) as BenefitLike[], b.combine === 'max' ? (number(b.best) ?? 1) : undefined)
  if (b.kind === 'reach') return highest(((b.levels ?? []) as { amount: number }[]).map(({ amount }) => amount))
  return null
}

/** `many`: only so many of the highest benefits are paid. */
function total(benefits: readonly BenefitLike[], many: number | undefined): number | null {
  const ceilings = benefits.map(ceilingOf)
  if (ceilings.some((c) => c === null)) return null
  const known = ceilings as number[]
  return many === undefined ? known.reduce((sum, c) => sum + c, 0) : sumOfHighest(known, many)
}

/** Upper limit in 万元; null when a policy pays no money or has no limit. */
export function amountCeiling(rule: { benefits: readonly BenefitLike[]; benefitCombine?: 'sum' | 'max' | undefined }): number | null {
  return total(rule.benefits, rule.benefitCombine === 'max' ? 1 : undefined) || null
}
