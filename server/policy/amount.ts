/** The most a policy can pay one company, read from its benefits. */
interface BenefitLike {
  kind: string
  amount?: unknown
  cap?: unknown
  map?: unknown
  items?: unknown
  expr?: unknown
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
  if (b.kind === 'honor' || b.kind === 'ref') return 0
  const cap = number(b.cap)
  if (cap !== null) return cap
  if (b.kind === 'fixed') return number(b.amount)
  if (b.kind === 'lookup' || b.kind === 'lookupRange') return highest(Object.values((b.map ?? {}) as Record<string, unknown>))
  if (b.kind === 'group') return total((b.items ?? []) as BenefitLike[], 'sum')
  return null
}

function total(benefits: readonly BenefitLike[], combine: 'sum' | 'max'): number | null {
  const ceilings = benefits.map(ceilingOf)
  if (ceilings.some((c) => c === null)) return null
  const known = ceilings as number[]
  return combine === 'max' ? Math.max(0, ...known) : known.reduce((sum, c) => sum + c, 0)
}

/** 万元, or null when a policy pays no money or has no ceiling. */
export function amountCeiling(rule: { benefits: readonly BenefitLike[]; benefitCombine?: 'sum' | 'max' | undefined }): number | null {
  return total(rule.benefits, rule.benefitCombine ?? 'sum') || null
}
