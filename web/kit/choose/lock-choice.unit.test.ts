import { describe, expect, it } from 'vitest'
import { companiesOf, withPage, without, type Locked } from './lock-choice.ts'

const page = (...ids: number[]) => ids.map((id) => ({ id, companyName: `企业${id}` }))
const none: Locked = new Map()

describe('companies chosen in the lock dialog (W013)', () => {
  it('stay selected across pages and tabs', () => {
    const first = withPage(none, page(1, 2), [2])
    const both = withPage(first, page(3, 4), [3])
    expect(companiesOf(both)).toEqual(page(2, 3))
  })
  it('counts a company with two tags once; deselecting it in one tab removes it from both', () => {
    const locked = withPage(withPage(none, page(1, 2), [1, 2]), page(2, 5), [2, 5])
    expect(companiesOf(locked)).toEqual(page(1, 2, 5))
    expect(companiesOf(withPage(locked, page(2, 5), [5]))).toEqual(page(1, 5))
  })
  it('ignores selected rows that are not on the page, which the table remembers', () => {
    expect(companiesOf(withPage(none, page(1), [1, 9]))).toEqual(page(1))
  })
  it('removes one without changing the given list', () => {
    const locked = withPage(none, page(1, 2), [1, 2])
    expect(companiesOf(without(locked, 1))).toEqual(page(2))
    expect(locked.size).toBe(2)
  })
})
