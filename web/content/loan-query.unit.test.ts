import { describe, expect, it } from 'vitest'
import { loanOf } from './loan-query.ts'

const of = (query: string) => loanOf(`http://x/page/financialService?${query}`)

describe('the loan in an address', () => {
  it('has default values when the address names none', () => {
    expect(of('ids=3')).toEqual({ ids: [3], amount: '100', months: '12', repay: 'equalSum', purpose: 'working', faults: {}, more: false })
  })
  it('takes at most three products, each once, in any notation', () => {
    expect(of('ids=3&ids=4,3&ids=5&ids=6')).toMatchObject({ ids: [3, 4, 5], more: true })
    expect(of('ids=x&ids=-1&ids=2')).toMatchObject({ ids: [2], more: false })
  })
  it.each(['0', '-5', '12万', '100001', '1e9', ''])('reports at the field that %s is not an amount', (amount) => {
    expect(of(`ids=1&amount=${encodeURIComponent(amount)}`).faults.amount).toContain('金额')
  })
  it.each(['0', '361', '1.5', 'abc'])('reports at the field that %s is not a number of months', (months) => {
    expect(of(`ids=1&months=${months}`).faults.months).toContain('个月')
  })
  it('accepts only the known ways of repayment', () => {
    expect(of('ids=1&repayWay=interestFirst').repay).toBe('interestFirst')
    expect(of('ids=1&repayWay=constructor').repay).toBe('equalSum')
  })
})
