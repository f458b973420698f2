/** Ways of repayment whose cost can be calculated exactly; values of the dictionary `repayMode`. */
export const repayWays = { equalSum: '等额本息', equalPart: '等额本金', interestFirst: '先息后本' } as const
export type RepayWay = keyof typeof repayWays
export const repayCodes: Readonly<Record<string, RepayWay>> = { '01': 'equalSum', '02': 'equalPart', '03': 'interestFirst' }
export const COMPARED_MAX = 3
export const LOAN_MONTHS_MAX = 360
/** 万元 */
export const LOAN_AMOUNT_MAX = 100_000
/** Purposes of a loan; interest subsidies ask about one or the other. */
export const loanPurposes = { working: '经营周转', equipment: '设备与技术改造' } as const
export type LoanPurpose = keyof typeof loanPurposes
