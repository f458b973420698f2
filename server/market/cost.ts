import type { Cost, CostPolicy, marketCost } from '../../contract/market/cost.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Answers, Explanation, Judgement } from '../../contract/matching.ts'
import { signedIn } from '../kernel/actor.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { calculateReading } from '../matching/index.ts'
import { costLines, placeOf, type Place } from './cost-lines.ts'
import { readable } from './queries.ts'

/**
 * The cost of a place for a company over some years, and what policies that depend on the place (its rent, its area) would pay towards it,
 * in 万元: the result of the calculator on the archive with the facts of the place (domains/market.md D.3). Without consent the archive is
 * not read, and only the place counts.
 */
export async function costOf(k: Kernel, call: Call, asked: Parsed<typeof marketCost.cost>['query']): Promise<Cost> {
  const actor = signedIn(call.actor)
  const { kind, facts } = await readable(k, actor, asked.kind, asked.id)
  const place = placeOf(kind, facts, asked)
  if (place.area > place.most) throw invalidField('area', `不能大于${place.mostName} ${place.most} ${place.unit}`)
  if (place.area < place.least)
    throw invalidField('area', place.least > 0.01 ? `不能小于最小分割面积 ${place.least} ${place.unit}` : '应大于 0')
  const { lines, lacking } = costLines(place)
  const cost = lacking.length > 0 ? null : sum(lines.map(({ amount }) => amount))
  const result = await calculateReading(k, actor, overlay(place))
  const chosen = new Set(result.total.chosen)
  const policies = result.list.map((one) => asLine(one, place.years, chosen.has(one.code)))
  const counted = policies.filter((one) => one.counted)
  const paid = { min: sum(counted.map(({ within }) => within?.min ?? 0)), max: sum(counted.map(({ within }) => within?.max ?? 0)) }
  return {
    asOf: result.asOf,
    area: place.area,
    unit: place.unit,
    years: place.years,
    by: place.by,
    lines,
    lacking,
    cost,
    policies,
    paid,
    net: cost === null ? null : { min: sum([cost, -paid.max]), max: sum([cost, -paid.min]) },
    archive: result.archive,
  }
}

/** The facts that the place sets in the calculator. */
const overlay = ({ kind, by, area, rent }: Place): Answers =>
  kind === 'landInfo' ? { landArea: area } : by === 'buy' ? {} : { plantArea: area, ...(rent === null ? {} : { plantRent: rent }) }

/** Sums are exact, because a ten-thousandth of 万元 is a whole yuan. */
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + Math.round(one * 10_000), 0) / 10_000

function asLine(one: Judgement, years: number, counted: boolean): CostPolicy {
  const { amount } = one
  // Payments in years after the use of the place do not count.
  const parts = amount?.payout ?? []
  const share = parts.length > years ? sum(parts.slice(0, years)) / sum(parts) : 1
  const part = (n: number) => sum([n * share])
  return {
    policyId: one.policyId,
    code: one.code,
    title: one.title,
    verdict: one.verdict,
    amount: amount && { min: amount.min, max: amount.max },
    within: amount && { min: part(amount.min), max: part(amount.max) },
    steps: amount?.steps ?? [],
    benefits: one.benefits,
    conditions: leaves(one.conditions).map(({ sentence, result, actualText, gapText }) => ({
      sentence,
      result,
      actual: actualText ?? '',
      gap: gapText ?? '',
    })),
    counted,
  }
}
const leaves = (node: Explanation): Explanation[] => (node.children ? node.children.flatMap(leaves) : [node])
