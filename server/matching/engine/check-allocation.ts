import { z } from 'zod'
import type { Catalog } from './catalog.ts'
import { computedIssue } from './check-conditions.ts'
import { money, rate, text } from './check-scalars.ts'
import type { Allocation, Funding, Issue } from './types.ts'

const many = z.number({ error: '应为整数' }).int({ error: '应为整数' }).min(1, { error: '至少 1 家' })
export const allocationShape = z.object({
  way: z.enum(['prorata', 'first', 'rank'], { error: '只能是 prorata（折算）、first（先后）或 rank（排名）' }),
  budget: z.number({ error: '应为数字（万元）' }).positive({ error: '应大于 0' }).optional(),
  places: many.optional(),
  topShare: z.number({ error: '应为比例' }).gt(0, { error: '应大于 0' }).lt(1, { error: '应小于 100%' }).optional(),
  perTown: many.optional(),
  perGroup: many.optional(),
  rankBy: z.string().optional(),
  lowFirst: z.boolean().optional(),
  awards: z
    .array(z.object({ to: many, amount: money }), { error: '应为各名次的金额' })
    .nonempty({ error: '至少一档' })
    .optional(),
})

export const fundingShape = z.array(z.object({ by: text, share: rate }), { error: '应为各级承担的比例' })

/** The awards of all places together must not exceed the budget: otherwise the last would not be paid. */
function budgetIssues(awards: NonNullable<Allocation['awards']>, budget: number | undefined): Issue[] {
  if (budget === undefined) return []
  const over = awards.findIndex(({ amount }) => amount > budget)
  if (over >= 0)
    return [{ path: `allocation.awards[${over}].amount`, message: `一家的 ${awards[over]!.amount}万元已高于预算 ${budget}万元` }]
  const all = awards.reduce((sum, { to, amount }, n) => sum + Math.max(0, to - (awards[n - 1]?.to ?? 0)) * amount, 0)
  return all > budget + 1e-9
    ? [{ path: 'allocation.budget', message: `各名次合计 ${Math.round(all * 1e6) / 1e6}万元，高于预算 ${budget}万元` }]
    : []
}

/** When several authorities pay, each is named once and their shares add up to the whole. */
export function fundingIssues(funding: readonly Funding[]): Issue[] {
  if (funding.length < 2) return [{ path: 'funding', message: '至少两方分担；只有一方的不必写' }]
  const twice = funding.findIndex(({ by }, n) => funding.findIndex((other) => other.by === by) < n)
  if (twice >= 0) return [{ path: `funding[${twice}].by`, message: `“${funding[twice]!.by}”写了两次` }]
  const sum = funding.reduce((all, { share }) => all + share, 0)
  const none = funding.findIndex(({ share }) => share === 0)
  if (none >= 0) return [{ path: `funding[${none}].share`, message: `“${funding[none]!.by}”承担 0%，请填写比例，或去掉这一方` }]
  return Math.abs(sum - 1) < 1e-9
    ? []
    : [{ path: 'funding', message: `各方承担的比例合计应为 100%，现在是 ${Math.round(sum * 1e6) / 1e4}%` }]
}

/** Why an allocation between applicants cannot be saved. */
export function allocationIssues(
  catalog: Catalog,
  { way, budget, places, topShare, perTown, perGroup, rankBy, awards }: Allocation,
): Issue[] {
  if (way === 'prorata') return budget === undefined ? [{ path: 'allocation.budget', message: '按预算折算要有预算' }] : []
  if (way === 'rank' && (awards || topShare !== undefined))
    return [...rankIssues(catalog, rankBy), ...awardIssues(awards ?? [], places), ...budgetIssues(awards ?? [], budget)]
  if (budget === undefined && places === undefined && perTown === undefined && perGroup === undefined)
    return [{ path: 'allocation.places', message: '请填写预算、名额或每个乡镇的名额' }]
  return way === 'first' ? [] : rankIssues(catalog, rankBy)
}

function rankIssues(catalog: Catalog, rankBy: string | undefined): Issue[] {
  const broken = rankBy ? computedIssue(catalog, rankBy) : '请选按什么排名'
  if (broken) return [{ path: 'allocation.rankBy', message: broken }]
  return catalog.byKey.get(rankBy!)?.numeric ? [] : [{ path: 'allocation.rankBy', message: '排名依据应为数字' }]
}

/** Places must follow each other, and none may lie behind the last accepted place. */
function awardIssues(awards: NonNullable<Allocation['awards']>, places: number | undefined): Issue[] {
  return awards.flatMap(({ to, amount }, n): Issue[] => {
    const before = awards[n - 1]
    const path = `allocation.awards[${n}]`
    if (before && to <= before.to) return [{ path: `${path}.to`, message: `第 ${n + 1} 档应在第 ${before.to} 名之后` }]
    if (places !== undefined && to > places) return [{ path: `${path}.to`, message: `只取前 ${places} 名，第 ${to} 名得不到` }]
    return amount > 0 ? [] : [{ path: `${path}.amount`, message: '金额应大于 0' }]
  })
}
