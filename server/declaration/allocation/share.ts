import type { Allocation } from '../../../contract/rule/types.ts'
import { inFen, inWan } from '../../../contract/money.ts'

/** An applicant for a share; money in 分. */
export interface Applicant {
  id: number
  asked: number | null
  /** time of submission; orders equal applicants */
  time: string
  town: string | null
  /** the group of companies that are connected by confirmed relations; null: no relations */
  group: string | null
  figure: number | null
  /** approved already: keeps its sum and is served first */
  fixed: number | null
}
export interface Share {
  id: number
  given: number
  place: number | null
  why: string
}

/** Sums are rounded to whole yuan. */
const YUAN = 100

/** The sum of each applicant, in the order of the list. The result does not depend on the order of the input. */
export function share(rule: Allocation, applicants: readonly Applicant[]): Share[] {
  const earlier = (a: Applicant, b: Applicant) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.id - b.id)
  const inTime = applicants.toSorted(earlier)
  return rule.way === 'prorata' ? byShare(rule, inTime) : inTurn(rule, inTime)
}

const spentOn = (list: readonly Applicant[]) => list.reduce((sum, { fixed }) => sum + (fixed ?? 0), 0)
const kept = (each: Applicant, place: number | null): Share => ({ id: each.id, given: each.fixed!, place, why: '已核定，不再变动' })
const without = (id: number): Share => ({ id, given: 0, place: null, why: '没有可核定的金额' })

/** Reduces all sums by the same ratio; yuan left over by rounding go to those who lost most by it. */
function byShare({ budget }: Allocation, list: readonly Applicant[]): Share[] {
  const left = BigInt(Math.max(0, inFen(budget ?? 0) - spentOn(list)))
  const open = list.filter((each) => each.fixed === null && each.asked !== null)
  const all = open.reduce((sum, { asked }) => sum + BigInt(asked!), 0n)
  const enough = all <= left
  const exact = new Map(open.map(({ id, asked }) => [id, enough ? BigInt(asked!) * all : BigInt(asked!) * left]))
  const yuan = BigInt(YUAN) * all
  const given = new Map(open.map(({ id, asked }) => [id, enough ? asked! : Number(exact.get(id)! / yuan) * YUAN]))
  if (!enough) {
    let rest = Number(left) - [...given.values()].reduce((sum, each) => sum + each, 0)
    const lost = open.toSorted((a, b) => Number((exact.get(b.id)! % yuan) - (exact.get(a.id)! % yuan)))
    for (const { id } of lost) {
      if (rest < YUAN) break
      given.set(id, given.get(id)! + YUAN)
      rest -= YUAN
    }
  }
  const percent = all === 0n ? 100 : Number((left * 1_000_000n) / all) / 10_000
  const why = enough
    ? '合计未超预算，足额'
    : `合计 ${inWan(Number(all))} 万元，超过可用预算 ${inWan(Number(left))} 万元，按 ${percent}% 折算`
  return list.map((each) =>
    each.fixed !== null
      ? kept(each, null)
      : each.asked === null
        ? without(each.id)
        : { id: each.id, given: given.get(each.id)!, place: null, why },
  )
}

/** Counts the accepted applicants of each town, or of each group. */
function tally() {
  const counts = new Map<string, number>()
  const of = (key: string | null): number => (key === null ? 0 : (counts.get(key) ?? 0))
  return { of, add: (key: string | null) => key !== null && counts.set(key, of(key) + 1) }
}

/** The maximum for this place; 0 after the last award, null when the rule alone decides. */
function awardAt({ awards }: Allocation, place: number): number | null {
  return awards ? inFen(awards.find(({ to }) => place <= to)?.amount ?? 0) : null
}

/** How many are accepted: a number, or a share of the ranked applicants. */
function placesOf({ places = Number.POSITIVE_INFINITY, topShare }: Allocation, list: readonly Applicant[]): number {
  if (topShare === undefined) return places
  const ranked = list.filter((each) => each.figure !== null && (each.asked !== null || each.fixed !== null)).length
  // 30 % of 10 is 3, not 2.9999….
  return Math.min(places, Math.max(1, Math.floor((Math.round(topShare * 1e6) * ranked) / 1e6)))
}

/** Serves applicants one after the other, by time or rank, until places or money run out. */
function inTurn(rule: Allocation, list: readonly Applicant[]): Share[] {
  const ranked = rule.way === 'rank'
  const better = (a: Applicant, b: Applicant) => {
    if (a.figure === null || b.figure === null) return Number(a.figure === null) - Number(b.figure === null)
    return rule.lowFirst ? a.figure - b.figure : b.figure - a.figure
  }
  // The sort is stable: equal applicants stay in the order of submission.
  const order = ranked ? list.toSorted(better) : list
  const fixed = order.filter((each) => each.fixed !== null)
  let left = rule.budget === undefined ? Number.POSITIVE_INFINITY : inFen(rule.budget) - spentOn(fixed)
  let places = placesOf(rule, order) - fixed.length
  const [towns, groups] = [tally(), tally()]
  const take = ({ town, group }: Applicant) => {
    towns.add(town)
    groups.add(group)
  }
  let ranks = 0
  fixed.forEach(take)
  return order.map((each, n): Share => {
    // Where each place has its own award, an applicant who cannot be paid takes no place.
    const place = rule.awards ? ranks + 1 : n + 1
    if (each.fixed !== null) {
      ranks++
      return kept(each, place)
    }
    const unplaced = (why: string): Share => ({ id: each.id, given: 0, place: null, why })
    const nothing = (why: string): Share => (rule.awards ? unplaced(why) : { id: each.id, given: 0, place, why: `第 ${place} 名，${why}` })
    if (each.asked === null) return { ...without(each.id), place: rule.awards ? null : place }
    if (ranked && each.figure === null) return unplaced('缺少排名依据')
    if (rule.perTown !== undefined && each.town === null)
      return { ...unplaced('没有填写所在乡镇（街道）'), place: rule.awards ? null : place }
    if (places <= 0) return nothing('名额已满')
    if (rule.perTown !== undefined && towns.of(each.town) >= rule.perTown) return nothing('本乡镇（街道）名额已满')
    if (rule.perGroup !== undefined && groups.of(each.group) >= rule.perGroup) return nothing('同一实际控制人或母子公司的名额已满')
    const award = ranked ? awardAt(rule, ranks + 1) : null
    if (award === 0) return nothing('不在给奖的名次之内')
    if (left < YUAN) return nothing('预算已用完')
    const due = award === null ? each.asked : Math.min(each.asked, award)
    const given = Math.min(due, Math.floor(left / YUAN) * YUAN)
    left -= given
    places--
    ranks++
    take(each)
    return {
      id: each.id,
      given,
      place,
      why: given < due ? `第 ${place} 名，预算余额不足，按余额` : `第 ${place} 名，${award === null ? '足额' : `奖 ${inWan(due)} 万元`}`,
    }
  })
}
