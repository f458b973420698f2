import { expect, test } from 'vitest'
import { UNLOCK_FIELDS, unlocksOf } from './unlocks.ts'

const open = (max: number | null, ...keys: string[]) => ({ max, missing: keys.map((key) => ({ key, label: `填${key}` })) })
const fillable = new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g'])

test('two fields decide three policies; the policy with one missing fact comes first', () =>
  expect(unlocksOf([open(20, 'a', 'b'), open(5, 'a'), open(null, 'b')], fillable)).toEqual({
    fields: [
      { key: 'a', label: '填a' },
      { key: 'b', label: '填b' },
    ],
    policies: 3,
    most: 25,
  }))

test('a fact that the company cannot fill in itself is not suggested', () =>
  expect(unlocksOf([open(50, 'a', 'official'), open(50, 'official')], fillable)).toEqual({ fields: [], policies: 0, most: 0 }))

test('a policy with more missing facts than the list has room for is left out, and a later, smaller one is taken', () => {
  const found = unlocksOf([open(1, 'a', 'b', 'c'), open(100, 'd', 'e', 'f', 'g'), open(2, 'a', 'd')], fillable)
  expect(found.fields.map(({ key }) => key)).toEqual(['a', 'd', 'b', 'c'])
  expect(found.fields.length).toBeLessThanOrEqual(UNLOCK_FIELDS)
  expect(found).toMatchObject({ policies: 2, most: 3 })
})

test('without open policies nothing is suggested', () => expect(unlocksOf([], fillable)).toEqual({ fields: [], policies: 0, most: 0 }))
