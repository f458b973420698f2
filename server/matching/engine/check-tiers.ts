import { nothingIssues } from './check-nothing.ts'
import type { Benefit, Issue, PolicyRule, Tier } from './types.ts'

/** A rate above 2 was meant as a percentage. */
const MOST_RATE = 2

/**
 * Amounts of a checked rule that are certainly mistakes. For saving only: a rule in force is still judged. Empty or overlapping tiers, gaps
 * between two tiers (below the first and above the last nothing need be paid), reversed ranges, rates typed as percentages, caps below
 * floors, payments that do not add up to the whole, and settings that a group ignores.
 */
export function amountIssues({ id, benefits = [] }: PolicyRule): Issue[] {
  const issues = benefits.flatMap((benefit, i) => ofBenefit(benefit, `benefits[${i}]`))
  return [...issues, ...namesInTwoLists(benefits), ...toItself(id, benefits, 'benefits')]
}

const toItself = (id: string, benefits: readonly Benefit[], path: string): Issue[] =>
  benefits.flatMap((benefit, i) => {
    if (benefit.kind === 'group') return toItself(id, benefit.items, `${path}[${i}].items`)
    return benefit.kind === 'ref' && benefit.ref === id ? [{ path: `${path}[${i}].ref`, message: '不能引用本政策自己' }] : []
  })

function ofBenefit(benefit: Benefit, path: string, inside = false): Issue[] {
  const at = (place: string, message: string): Issue => ({ path: `${path}.${place}`, message })
  return [
    ...nothingIssues(benefit, path),
    ...ofKind(benefit, path),
    ...rates(benefit).flatMap(([place, rate]) =>
      rate > MOST_RATE ? [at(place, `比例为 ${Math.round(rate * 100)}%，过大；如应为 ${rate}%，请填 ${rate}`)] : [],
    ),
    ...limits(benefit).map(([place, message]) => at(place, message)),
    ...(benefit.payout ? payments(benefit.payout, inside).map(([place, message]) => at(place, message)) : []),
  ]
}

function ofKind(benefit: Benefit, path: string): Issue[] {
  if (benefit.kind === 'group') return benefit.items.flatMap((item, i) => ofBenefit(item, `${path}.items[${i}]`, true))
  if (benefit.kind === 'tierRate') return ofTiers(benefit.tiers, `${path}.tiers`)
  if (benefit.kind === 'reach')
    return benefit.levels.flatMap(({ from }, i) =>
      benefit.levels.findIndex((level) => level.from === from) < i
        ? [{ path: `${path}.levels[${i}]`, message: `已有一档从 ${from} 起` }]
        : [],
    )
  if (benefit.kind !== 'lookupRange') return []
  return Object.entries(benefit.map).flatMap(([value, [low, high]]) =>
    low! > high! ? [{ path: `${path}.map.${value}`, message: `下限 ${low} 大于上限 ${high}` }] : [],
  )
}

function rates(benefit: Benefit): [string, number][] {
  if (benefit.kind === 'rate') return [['rate', benefit.rate]]
  if (benefit.kind !== 'tierRate') return []
  const tiers = benefit.tiers.map(({ rate }, i): [string, number] => [`tiers[${i}].rate`, rate])
  return benefit.rateAdd ? [...tiers, ['rateAdd.add', benefit.rateAdd.add]] : tiers
}

/** Sums of a benefit that its cap or floor overrides. */
function limits(benefit: Benefit): [string, string][] {
  const { cap, floor } = benefit
  const shrinks = (benefit.factors ?? []).some((factor) =>
    ('when' in factor ? [factor.times] : Object.values(factor.map)).some((by) => by < 1),
  )
  if (cap != null && floor != null && floor > cap) return [['floor', `保底 ${floor}万元高于封顶 ${cap}万元`]]
  if (cap == null || shrinks) return []
  if (benefit.kind === 'fixed' && benefit.amount > cap) return [['cap', `封顶 ${cap}万元低于定额 ${benefit.amount}万元`]]
  const sums =
    benefit.kind === 'lookup' || benefit.kind === 'lookupRange'
      ? Object.values(benefit.map).flat()
      : benefit.kind === 'reach'
        ? benefit.levels.map(({ amount }) => amount)
        : benefit.kind === 'perStep'
          ? [benefit.amount]
          : []
  const most = Math.max(0, ...sums)
  return most > cap ? [['cap', `封顶 ${cap}万元低于所列的 ${most}万元`]] : []
}

function payments(shares: readonly number[], inside: boolean): [string, string][] {
  if (inside) return [['payout', '组内一项不能单独分年兑付，请在整组上写']]
  const idle = shares.indexOf(0)
  if (idle >= 0) return [[`payout[${idle}]`, `第 ${idle + 1} 年的比例是 0%，请填写比例，或减去这一年`]]
  const all = Math.round(shares.reduce((sum, share) => sum + share, 0) * 1e6) / 1e4
  return all === 100 ? [] : [['payout', `各年比例合计 ${all}%，应为 100%`]]
}

/** Exclusions only work within one list: a group name in two lists would have no effect between them. */
function namesInTwoLists(benefits: readonly Benefit[]): Issue[] {
  const lists = new Map<string, string>()
  const visit = (list: readonly Benefit[], at: string): Issue[] =>
    list.flatMap((benefit, i) => {
      const path = `${at}[${i}]`
      const name = benefit.exclusiveGroup
      const other = name !== undefined && (lists.get(name) ?? at) !== at
      if (name !== undefined && !lists.has(name)) lists.set(name, at)
      return [
        ...(other ? [{ path: `${path}.exclusiveGroup`, message: `互斥组“${name}”也用在组外，只在同一组内有效，请换一个名称` }] : []),
        ...(benefit.kind === 'group' ? visit(benefit.items, `${path}.items`) : []),
      ]
    })
  return visit(benefits, 'benefits')
}

const low = ({ min }: Tier) => min ?? Number.NEGATIVE_INFINITY
const high = ({ max }: Tier) => max ?? Number.POSITIVE_INFINITY
/** Both bounds belong to a tier unless it says otherwise (benefit.ts). */
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
    if (one.minInclusive === false && before.maxInclusive === false)
      return [{ path: at, message: `与第 ${earlier + 1} 档都不含 ${low(one)}，正好这个数没有档` }]
    // When neither tier says otherwise, the shared bound belongs to the lower tier (tiers.ts).
    return one.minInclusive === true && before.maxInclusive === true
      ? [{ path: at, message: `与第 ${earlier + 1} 档都含 ${low(one)}，正好这个数该按哪一档` }]
      : []
  })
}
