import { expect, it } from 'vitest'
import { draftOfMany } from './draft-of-many.ts'

it('words about the same things have one draft, whatever the order; about others, another; each has a name that the server takes', () => {
  const many = Array.from({ length: 100 }, (_, n) => 1_000_000 + n)
  const name = draftOfMany('policy-batch-review', many)
  expect(name).toMatch(/^[\w:.-]{1,120}$/)
  expect(draftOfMany('policy-batch-review', many.toReversed())).toBe(name)
  for (const others of [many.slice(1), [...many, 7], many.map((id) => id + 1)])
    expect(draftOfMany('policy-batch-review', others)).not.toBe(name)
  expect(draftOfMany('allowance-delete', many)).not.toBe(name)
  expect(draftOfMany('access-review', [12])).not.toBe(draftOfMany('access-review', [21]))
})
