import { allocationNote } from '../../../contract/rule/allocation-words.ts'
import { wan } from '../../../contract/rule/value-words.ts'
import type { Bearing, Bounds } from './bounds.ts'
import type { Facts } from './facts.ts'
import type { Negotiated } from './negotiated.ts'
import { add, larger, multiply, type Rational, rational, rounded, smaller, ZERO } from './rational.ts'
import { type Money, type Part, priced, withoutExclusions } from './parts.ts'
import { isSomewhere } from './spans.ts'
import type { Amount, Funding, PolicyRule } from './types.ts'
import { plus, type Worth } from './worth.ts'

/** What a rule pays: its benefits and the bounds of their sum. */
export type Payment = { rule: PolicyRule; money: Money; bounds: Bounds; bearing: Bearing; negotiated: Negotiated | undefined }
/** What an amount lacks: raw fields without a value, and divisors that are 0. */
export type Lack = { missing: readonly string[]; zero: readonly string[] }

/** The benefits that count and their sum, or what is missing for it. */
function sum({ rule, money }: Payment, facts: Facts): { total: Worth; counted: Part[]; parts: Part[] } | Lack {
  const all = rule.benefitCombine === 'max'
  const { parts, missing, zero } = priced(money, facts, { all, best: 1 })
  if (!parts) return { missing, zero }
  const counted = withoutExclusions(parts, all, facts)
  return { total: counted.map((part) => part.worth).reduce(plus), counted, parts }
}

/** Open facts that can still change the amount. */
function unsetOf({ bearing }: Payment, parts: readonly Part[], facts: Facts): string[] {
  const bears = bearing(facts)
  const all = (of: readonly Part[]) => [...new Set(of.flatMap(({ worth }) => worth.unset))].sort()
  const those = all(parts.filter(({ benefit }) => bears.has(benefit)))
  return those.length ? those : all(parts)
}

/** Both bounds of the sum, whether it has an upper limit, and the single figure between them. */
function endsOf({ bounds }: Payment, total: Worth, facts: Facts): { low: Rational; high: Rational; point: Rational; open: boolean } {
  const { point } = total
  if (!total.unset.length && !total.range) return { low: point, high: point, point, open: false }
  const { low, high } = bounds(facts)
  // Of mutually exclusive conditions one must hold, so the certain lower bound counts even when each condition is open.
  const figure = larger(point, low)
  const open = !isSomewhere(high)
  return { low, high: open ? figure : high, point: open ? figure : smaller(figure, high), open }
}

/** Only the two bounds of the amount, in 万元. */
export function range(payment: Payment, facts: Facts): { min: number; max: number } | null {
  const found = sum(payment, facts)
  if (!('total' in found)) return null
  const { low, high } = endsOf(payment, found.total, facts)
  const min = rounded(low, 4)
  return { min, max: low === high ? min : rounded(high, 4) }
}

/** The sum (or the best) of the benefits in words and figures, or what is missing for it. */
export function price(payment: Payment, facts: Facts): Amount | Lack {
  const found = sum(payment, facts)
  if (!('total' in found)) return found
  const { total, counted, parts } = found
  const { rule } = payment
  const { low, high, point, open } = endsOf(payment, total, facts)
  const amount: Amount = { min: rounded(low, 4), max: rounded(high, 4), unit: '万元', steps: total.steps, value: rounded(point, 4) }
  if (total.steps.length > 1 && counted.length > 1) amount.steps.push(`合计 ${amount.value}万元`)
  if (total.upper) {
    amount.upperBound = true
    amount.steps.push('以上为上限，实际以主管部门核定为准')
  }
  if (rule.allocation && amount.max > 0) {
    amount.upperBound = true
    amount.steps.push(allocationNote(rule.allocation, open ? '未设' : wan(amount.max)))
  }
  if (rule.competitive) {
    amount.competitive = true
    amount.steps.push('择优支持，不保证获得')
  }
  if (rule.maxPerYear) amount.steps.push(`按一个项目测算；每家企业每年最多支持${rule.maxPerYear}个项目`)
  if (open) amount.openEnded = true
  if (total.unset.length && (open || amount.min !== amount.max)) amount.unset = unsetOf(payment, parts, facts)
  if (total.range) amount.amountRange = [rounded(total.range[0], 4), rounded(total.range[1], 4)]
  addPayout(amount, counted)
  amount.steps.push(...(payment.negotiated?.steps(facts) ?? []))
  if (rule.funding?.length && amount.value > 0) amount.steps.push(`其中 ${borne(rule.funding, amount.value)}`)
  return amount
}

/** “市级财政 40万元，县级财政 60万元”: the last payer takes the rounding difference. */
function borne(funding: readonly Funding[], value: number): string {
  let rest = Math.round(value * 1e4)
  return funding
    .map(({ by, share }, n) => {
      const due = n === funding.length - 1 ? rest : Math.min(rest, Math.round(value * share * 1e4))
      rest -= due
      return `${by} ${due / 1e4}万元`
    })
    .join('，')
}

/** Splits a payment over several years; the last year takes the difference from rounding and from shares that do not add up to 1. */
function addPayout(amount: Amount, parts: readonly Part[]): void {
  if (amount.value === 0 || !parts.some((part) => part.benefit.payout?.length)) return
  const years: Rational[] = []
  for (const { benefit, worth } of parts) {
    const shares = benefit.payout?.length ? benefit.payout : [1]
    shares.forEach((share, year) => (years[year] = add(years[year] ?? ZERO, multiply(worth.point, rational(share)))))
  }
  let rest = Math.round(amount.value * 1e4)
  const paid = years.map((year, n) => {
    const due = n === years.length - 1 ? rest : Math.min(rest, Math.round(rounded(year, 4) * 1e4))
    rest -= due
    return due / 1e4
  })
  amount.payout = paid
  amount.steps.push(`分${paid.length}年兑付：${paid.map((each, year) => `第${year + 1}年 ${each}万元`).join('，')}`)
}
