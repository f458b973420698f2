import { describe, expect, it } from 'vitest'
import { answered, emptySheet, toldBySearch, withSaid } from './answers.ts'

describe('答题卡', () => {
  it('keeps 0 and false as answers', () => {
    const sheet = answered(answered(emptySheet, 'employees', 0), 'listed', false)
    expect(sheet.answers).toEqual({ employees: 0, listed: false })
    expect(sheet.skipped).toEqual([])
  })
  it('takes 不清楚 as an answer that is unknown and not asked again', () => {
    const sheet = answered(emptySheet, 'employees', null)
    expect(sheet.answers).toEqual({ employees: null })
    expect(sheet.skipped).toEqual(['employees'])
  })
  it('removes an answer that is taken back, and a 不清楚 that is answered later', () => {
    const unsure = answered(emptySheet, 'employees', null)
    expect(answered(unsure, 'employees', undefined)).toEqual(emptySheet)
    expect(answered(unsure, 'employees', 12)).toMatchObject({ answers: { employees: 12 }, skipped: [] })
  })
  it('replaces the facts of the previous search and leaves answers given by hand', () => {
    const byHand = answered(emptySheet, 'employees', 40)
    const first = withSaid(byHand, { revenue: 2000, listed: true })
    expect(first.answers).toEqual({ employees: 40, revenue: 2000, listed: true })
    const corrected = answered(first, 'revenue', 2100)
    expect(withSaid(corrected, { area: 3000 }).answers).toEqual({ employees: 40, revenue: 2100, area: 3000 })
    const told = withSaid(emptySheet, { operatingYears: 3 }, [
      { key: 'operatingYears', label: '成立', text: '3 年' },
      { key: 'employees', label: '员工', text: '不到 20 人' },
    ])
    expect(told.taken, 'bounds are no answer').toEqual([{ key: 'operatingYears', label: '成立', text: '3 年' }])
    expect([...toldBySearch(told)]).toEqual(['operatingYears', 'registeredDate'])
    expect(withSaid(first, { area: 3000 }).answers).toEqual({ employees: 40, area: 3000 })
  })
})
