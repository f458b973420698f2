import { describe, expect, test } from 'vitest'
import { Admission } from './admission.ts'

const make = (least = 16) => new Admission(0, { burst: 160, lateMs: 400, least })
const one = { name: 'one', address: '10.0.0.1' }
const other = (n: number) => ({ name: `other ${n}`, address: `10.0.1.${n}` })
/** A quarter of a second in which `calls` calls took `took` ms each. */
const window = (door: Admission, now: number, calls: number, took: number) => {
  for (let n = 0; n < calls; n++) door.saw(now, took)
}

describe('the number of parallel requests (V-06)', () => {
  test('a burst of a hundred and fifty is admitted, and as many again after those have finished', () => {
    const door = make()
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 150; n++) expect(door.enter(round)).toBe(true)
      for (let n = 0; n < 150; n++) door.leave()
    }
  })
  test('late answers lower the limit, but not below the minimum', () => {
    const door = make()
    for (let n = 0; n < 160; n++) door.enter(0)
    expect(door.enter(0)).toBe(false)
    for (let n = 1; n <= 20; n++) window(door, n * 250, 100, 900)
    expect(door.limit).toBe(16)
    for (let n = 0; n < 144; n++) door.leave()
    expect(door.enter(5000)).toBe(false)
    door.leave()
    expect(door.enter(5000)).toBe(true)
  })
  test('one caller holds at most three quarters of the places, also of few', () => {
    const door = make()
    let got = 0
    for (let n = 0; n < 200; n++) got += Number(door.enter(0, one))
    expect(got).toBe(120)
    expect(door.room(0, one)).toBe(false)
    for (let n = 0; n < 40; n++) expect(door.enter(0, other(n))).toBe(true)
    expect(door.enter(0)).toBe(false)
    door.leave(one)
    expect(door.enter(0, one)).toBe(true)
    for (let n = 1; n <= 20; n++) window(door, n * 250, 100, 900)
    expect(door.limit).toBe(16)
    for (let n = 0; n < 120; n++) door.leave(one)
    for (let n = 0; n < 40; n++) door.leave(other(n))
    got = 0
    for (let n = 0; n < 20; n++) got += Number(door.enter(5000, one))
    expect(got).toBe(12)
  })
  test('the callers of one address, with however many tokens, leave a tenth of the places to other addresses', () => {
    const door = make()
    let got = 0
    for (let n = 0; n < 300; n++) got += Number(door.enter(0, { name: `invented ${n}`, address: one.address }))
    expect(got).toBe(144)
    for (let n = 0; n < 16; n++) expect(door.enter(0, other(n))).toBe(true)
    door.leave({ name: 'invented 0', address: one.address })
    expect(door.enter(0, { name: 'invented 0', address: one.address })).toBe(true)
  })
  test('what one caller holds above his share, since there were more places, keeps nobody else out', () => {
    const door = make()
    for (let n = 0; n < 50; n++) door.enter(0, one)
    for (let n = 1; n <= 20; n++) window(door, n * 250, 100, 900)
    expect(door.limit).toBe(16)
    expect(door.room(5000, one)).toBe(false)
    for (let n = 0; n < 4; n++) expect(door.enter(5000, other(n))).toBe(true)
    expect(door.enter(5000, other(4))).toBe(false)
  })
  test('nor what one address holds above its share under several names', () => {
    const door = make()
    for (let n = 0; n < 25; n++) for (const name of ['one', 'an account']) door.enter(0, { name, address: one.address })
    for (let n = 1; n <= 20; n++) window(door, n * 250, 100, 900)
    expect(door.limit).toBe(16)
    for (let n = 0; n < 2; n++) expect(door.enter(5000, other(n))).toBe(true)
    expect(door.enter(5000, other(2))).toBe(false)
  })
  test('one late call in twenty-five is tolerated, one in ten is not', () => {
    const door = make()
    for (let n = 1; n <= 10; n++) window(door, n * 250, 96, 20)
    window(door, 2600, 4, 900)
    door.room(2800)
    expect(door.limit).toBe(160)
    window(door, 2900, 90, 20)
    window(door, 2900, 10, 900)
    door.room(3100)
    expect(door.limit).toBeLessThan(160)
  })
  test('returns to normal within ten seconds', () => {
    const door = make()
    for (let n = 1; n <= 20; n++) window(door, n * 250, 100, 900)
    for (let now = 5250; now <= 15_000; now += 250) door.room(now)
    expect(door.limit).toBeGreaterThanOrEqual(160)
  })
})
