import { describe, expect, test } from 'vitest'
import { drafts } from '../../../contract/draft.ts'
import { draftNameOf, mergeValues, restoredValues } from './merge-values.ts'

const keys = ['name', 'amount', 'note', 'units']
const base = { id: 7, version: 1, name: '甲', amount: 10, note: '', units: ['a'] }

describe('changes of two users to the same record', () => {
  test('takes over changes of the other user, keeps the input here, and reports fields that both changed', () => {
    const theirs = { ...base, version: 2, name: '乙', note: '对方写的', units: ['a', 'b'] }
    const mine = { ...base, name: '丙', amount: 12 }
    const { values, changes } = mergeValues(base, theirs, mine, keys)
    expect(values).toEqual({ id: 7, version: 2, note: '对方写的', units: ['a', 'b'] })
    expect(changes).toEqual([
      { key: 'name', theirs: '乙', both: true },
      { key: 'note', theirs: '对方写的', both: false },
      { key: 'units', theirs: ['a', 'b'], both: false },
    ])
  })
  test('typed text keeps the field that decides whether it is shown', () => {
    const typed = { version: 1, figure: null, value: '326', source: '统计局' }
    const theirs = { version: 2, figure: 'departmentTotal', value: '', source: '' }
    const rules = { figure: ['value', 'source'] }
    const shown = ['figure', 'value', 'source']
    expect(mergeValues(typed, theirs, { ...typed, value: '330' }, shown, rules)).toEqual({
      values: { version: 2 },
      changes: [{ key: 'figure', theirs: 'departmentTotal', both: true }],
    })
    // Without typed text their choice is taken as it is.
    expect(mergeValues(typed, theirs, typed, shown, rules).values).toEqual(theirs)
  })
  test('the same change by both is not reported', () => {
    expect(mergeValues(base, { ...base, version: 2, name: '乙' }, { ...base, name: '乙' }, keys).changes).toEqual([])
  })
})

describe('a draft over today’s initial values', () => {
  const savedAt = 1
  test('restores only the user’s changes, and never the earlier version', () => {
    const left = { savedAt, base, values: { ...base, amount: 12, note: null } }
    const start = { ...base, version: 5, name: '乙' }
    expect(restoredValues(left, start, keys)).toEqual({ values: { amount: 12 }, changes: [] })
  })
  test('reports later changes of others to the same field', () => {
    const left = { savedAt, base, values: { ...base, name: '丙' } }
    const { values, changes } = restoredValues(left, { ...base, version: 5, name: '乙' }, keys)
    expect(values).toEqual({ name: '丙' })
    expect(changes).toEqual([{ key: 'name', theirs: '乙', both: true }])
  })
  test('without base values restores every shown value', () => {
    expect(restoredValues({ savedAt, values: { ...base, amount: 12 } }, { ...base, version: 5 }, keys).values).toEqual({
      name: '甲',
      amount: 12,
      note: '',
      units: ['a'],
    })
  })
})

test('a form has one draft per record, and none when the record is unknown', () => {
  const names = [
    draftNameOf('/work/zcLabel', keys, { id: 7 }),
    draftNameOf('/work/zcLabel', keys, { id: 8 }),
    draftNameOf('/work/zcLabel', ['name'], { id: 7 }),
    draftNameOf('/work/labmanag', keys, { id: 7 }),
  ]
  expect(new Set(names).size).toBe(4)
  for (const form of names) expect(drafts.find.query!.safeParse({ form }).success).toBe(true)
  expect(draftNameOf('/work/zcLabel', keys, { labelName: '' })).toBeNull()
})
