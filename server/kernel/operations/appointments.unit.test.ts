import { describe, expect, test } from 'vitest'
import { Appointments } from './appointments.ts'

const many = (one: Appointments, now: number, count: number) => Array.from({ length: count }, () => one.next(now))

describe('when refused callers come back', () => {
  test('so many in each second, in order', () => {
    expect(many(new Appointments(3, 30), 0, 8)).toEqual([1, 1, 1, 2, 2, 2, 3, 3])
  })
  test('places that are already given stay given a second later', () => {
    const one = new Appointments(2, 30)
    expect(many(one, 0, 4)).toEqual([1, 1, 2, 2])
    expect(many(one, 1500, 2)).toEqual([2, 2])
  })
  test('after a quiet time the next second is free again', () => {
    const one = new Appointments(1, 30)
    expect(many(one, 0, 3)).toEqual([1, 2, 3])
    expect(many(one, 60_000, 2)).toEqual([1, 2])
  })
  test('nobody waits longer than the furthest', () => {
    expect(many(new Appointments(1, 4), 0, 7)).toEqual([1, 2, 3, 4, 4, 4, 4])
  })
})
