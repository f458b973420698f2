import {
  COMPARED_MAX,
  LOAN_AMOUNT_MAX,
  LOAN_MONTHS_MAX,
  loanPurposes,
  repayWays,
  type LoanPurpose,
  type RepayWay,
} from '../../contract/content/finance-words.ts'
import { listIn } from '../shell/address.ts'

export interface LoanAsked {
  ids: number[]
  /** as typed */
  amount: string
  months: string
  repay: RepayWay
  purpose: LoanPurpose
  faults: { amount?: string; months?: string }
  /** more products were chosen than the comparison allows */
  more: boolean
}

/** The loan in an address; a wrong number gives a message at its field. */
export function loanOf(url: string): LoanAsked {
  const params = new URL(url).searchParams
  const ids = [
    ...new Set(
      listIn(params, 'ids')
        .filter((one) => /^\d{1,15}$/.test(one))
        .map(Number),
    ),
  ]
  const amount = (params.get('amount') ?? '100').trim()
  const months = (params.get('months') ?? '12').trim()
  const repay = params.get('repayWay') ?? 'equalSum'
  const purpose = params.get('purpose') ?? 'working'
  const faults: LoanAsked['faults'] = {}
  if (!/^\d{1,6}(?:\.\d{1,4})?$/.test(amount) || Number(amount) <= 0 || Number(amount) > LOAN_AMOUNT_MAX)
    faults.amount = `请输入 0 以上、${LOAN_AMOUNT_MAX} 万元以内的金额`
  if (!/^\d{1,3}$/.test(months) || Number(months) < 1 || Number(months) > LOAN_MONTHS_MAX)
    faults.months = `请输入 1 至 ${LOAN_MONTHS_MAX} 个月`
  return {
    ids: ids.slice(0, COMPARED_MAX),
    amount,
    months,
    repay: Object.hasOwn(repayWays, repay) ? (repay as RepayWay) : 'equalSum',
    purpose: Object.hasOwn(loanPurposes, purpose) ? (purpose as LoanPurpose) : 'working',
    faults,
    more: ids.length > COMPARED_MAX,
  }
}
