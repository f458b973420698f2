import type { Benefit, Issue, PolicyRule, Tier } from './types.ts'

/**
 * Amounts of a checked rule that are surely a mistake: for saving only, a rule that is already in force goes on being judged. Tiers that hold nothing,
 * lie over each other or leave a gap between two that follow (below the first and above the last nothing need be paid); ranges upside down.
 */
export const amountIssues = ({ benefits = [] }: PolicyRule): Issue[] => benefits.flatMap((b, i) => ofBenefit(b, `benefits[${i}]`))

function ofBenefit(benefit: Benefit, path: string): Issue[] {
  if (benefit.kind === 'group') return benefit.items.flatMap((item, i) => ofBenefit(item, `${path}.items[${i}]`))
  if (benefit.kind === 'tierRate') return ofTiers(benefit.tiers, `${path}.tiers`)
  if (benefit.kind !== 'lookupRange') return []
  return Object.entries(benefit.map).flatMap(([value, [low, high]]) =>
    low! > high! ? [{ path: `${path}.map.${value}`, message: `下限 ${low} 大于上限 ${high}` }] : [],
  )
}

const low = ({ min }: Tier) => min ?? Number.NEGATIVE_INFINITY
const high = ({ max }: Tier) => max ?? Number.POSITIVE_INFINITY
/** Both ends belong to a tier unless it says otherwise (benefit.ts). */
const holdsNothing = (tier: Tier) =>
  low(tier) > high(tier) || (low(tier) === high(tier) && (tier.minInclusive === false || tier.maxInclusive === false))

function ofTiers(tiers: readonly Tier[], path: string): Issue[] {
  const empty = tiers.flatMap((one, i) =>
    holdsNothing(one) ? [{ path: `${path}[${i}]`, message: `这一档从 ${low(one)} 到 ${high(one)}，没有数落在里面` }] : [],
  )
  if (empty.length) return empty
  const sorted = tiers.map((one, index) => ({ one, index })).sort((a, b) => low(a.one) - low(b.one) || high(a.one) - high(b.one))
  return sorted.slice(1).flatMap(({ one, index }, i) => {
    const { one: before, index: earlier } = sorted[i]!
    const at = `${path}[${index}]`
    if (low(one) < high(before)) return [{ path: at, message: `与第 ${earlier + 1} 档重叠` }]
    if (low(one) > high(before)) return [{ path: at, message: `与第 ${earlier + 1} 档之间（${high(before)} 至 ${low(one)}）没有档` }]
    return one.minInclusive === false && before.maxInclusive === false
      ? [{ path: at, message: `与第 ${earlier + 1} 档都不含 ${low(one)}，正好这个数没有档` }]
      : []
  })
}
