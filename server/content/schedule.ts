import { Decimal } from 'decimal.js'
import type { RepayWay, Schedule } from '../../contract/content/finance.ts'

/** Money as banks count it: in 分, half a 分 rounds up. */
const fen = (value: Decimal): Decimal => value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP)

interface Loan {
  /** 分 */
  amount: number
  /** percent a year */
  rate: string
  months: number
  repay: RepayWay
}

/** Monthly payment of 等额本息: the same each month; the last payment takes up the rounding. The power is calculated with forty digits. */
function equalSum(principal: Decimal, monthly: Decimal, months: number): Decimal {
  if (monthly.isZero()) return fen(principal.div(months))
  const power = monthly.plus(1).pow(months)
  return fen(principal.times(monthly).times(power).div(power.minus(1)))
}

/**
 * The schedule of a loan, month by month, in 分. The interest of a month is the remaining loan times a twelfth of the annual rate, rounded
 * to 分 as banks do. The last month pays back the rest, so that the parts add up to the loan.
 */
export function scheduleOf({ amount, rate, months, repay }: Loan): Schedule {
  const D = Decimal.clone({ precision: 40 })
  const monthly = new D(rate).div(1200)
  const principal = new D(amount)
  const sum = equalSum(principal, monthly, months)
  const part = fen(principal.div(months))
  let rest: Decimal = principal
  const rows: Schedule['rows'] = []
  for (let month = 1; month <= months; month++) {
    const interest = fen(rest.times(monthly))
    const last = month === months
    const repaid = last ? rest : repay === 'equalSum' ? Decimal.min(sum.minus(interest), rest) : repay === 'equalPart' ? part : new D(0)
    rest = rest.minus(repaid)
    rows.push({
      month,
      principal: repaid.toNumber(),
      interest: interest.toNumber(),
      total: repaid.plus(interest).toNumber(),
      rest: rest.toNumber(),
    })
  }
  return { rows, interest: rows.reduce((all, row) => all + row.interest, 0), total: rows.reduce((all, row) => all + row.total, 0) }
}
