import type { Facts } from './facts.ts'
import { compare, multiply, rational, rounded } from './rational.ts'
import type { Amount, Benefit, PolicyRule } from './types.ts'
import { plus, type Pricer, type Worth } from './worth.ts'

type Money = readonly { benefit: Benefit; price: Pricer }[]
type Part = { benefit: Benefit; worth: Worth }

/** The benefits that count and their sum; null when a fact that the calculation needs is lacking, which is then added to `missing`. */
function sum(rule: PolicyRule, money: Money, facts: Facts, missing: Set<string>): { total: Worth; counted: Part[] } | null {
  const parts: Part[] = []
  let lacking = false
  for (const { benefit, price: priced } of money) {
    const { worth, missing: fields } = priced(facts)
    if (worth) parts.push({ benefit, worth })
    else {
      lacking = true
      for (const key of fields) missing.add(key)
    }
  }
  if (lacking) return null
  const counted = withoutExclusions(parts, rule.benefitCombine === 'max')
  return { total: counted.map((part) => part.worth).reduce(plus), counted }
}

/** The two ends of the amount alone, 万元. */
export function range(rule: PolicyRule, money: Money, facts: Facts): { min: number; max: number } | null {
  const found = sum(rule, money, facts, new Set())
  if (!found) return null
  const { low, high } = found.total
  const min = rounded(low, 4)
  return { min, max: low === high ? min : rounded(high, 4) }
}

/** Sum (or the best) of the benefits in words and figures; null when a fact that the calculation needs is lacking, which is then added to `missing`. */
export function price(rule: PolicyRule, money: Money, facts: Facts, missing: Set<string>): Amount | null {
  const found = sum(rule, money, facts, missing)
  if (!found) return null
  const { total, counted } = found
  const amount: Amount = {
    min: rounded(total.low, 4),
    max: rounded(total.high, 4),
    unit: '万元',
    steps: total.steps,
    value: rounded(total.point, 4),
  }
  if (total.steps.length > 1 && counted.length > 1) amount.steps.push(`合计 ${amount.value}万元`)
  if (counted.some((part) => part.benefit.upperBound && part.worth.high.n > 0n)) {
    amount.upperBound = true
    amount.steps.push('以上为上限，实际以主管部门核定为准')
  }
  if (rule.competitive) {
    amount.competitive = true
    amount.steps.push('择优支持，不保证获得')
  }
  if (rule.maxPerYear) amount.steps.push(`按一个项目测算；每家企业每年最多支持${rule.maxPerYear}个项目`)
  if (total.open) amount.openEnded = true
  if (total.unset.length) amount.unset = [...new Set(total.unset)].sort()
  if (total.range) amount.amountRange = [rounded(total.range[0], 4), rounded(total.range[1], 4)]
  addPayout(amount, counted)
  return amount
}

/** Of benefits that exclude each other only the highest counts. */
function withoutExclusions(parts: Part[], all: boolean): Part[] {
  const best = new Map<string, Part>()
  const result: Part[] = []
  for (const part of parts) {
    const group = all ? '*' : part.benefit.exclusiveGroup
    const rival = group === undefined ? undefined : best.get(group)
    if (group === undefined) result.push(part)
    else if (!rival) best.set(group, part)
    else best.set(group, bestOf(rival, part))
  }
  return [...result, ...best.values()]
}

function bestOf(a: Part, b: Part): Part {
  const [winner, other] = compare(b.worth.point, a.worth.point) > 0 ? [b, a] : [a, b]
  const low = compare(winner.worth.low, other.worth.low) >= 0 ? winner.worth.low : other.worth.low
  const high = compare(winner.worth.high, other.worth.high) >= 0 ? winner.worth.high : other.worth.high
  const note = `与“${other.benefit.name}”不叠加，取高`
  return {
    benefit: winner.benefit,
    worth: {
      ...winner.worth,
      low,
      high,
      open: winner.worth.open || other.worth.open,
      unset: [...winner.worth.unset, ...other.worth.unset],
      steps: [...winner.worth.steps, note],
    },
  }
}

/** Money that is paid over several years, year by year. */
function addPayout(amount: Amount, parts: readonly Part[]): void {
  const years: number[] = []
  for (const { benefit, worth } of parts) {
    const shares = benefit.payout ?? []
    const spread = shares.length ? shares : [1]
    if (!parts.some((part) => part.benefit.payout?.length)) return
    spread.forEach((share, year) => (years[year] = rounded(multiply(worth.point, rational(share)), 4) + (years[year] ?? 0)))
  }
  if (!years.length || amount.value === 0) return
  amount.payout = years.map((each) => Math.round(each * 1e4) / 1e4)
  amount.steps.push(`分${years.length}年兑付：${amount.payout.map((each, year) => `第${year + 1}年 ${each}万元`).join('，')}`)
}
