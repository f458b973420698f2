import { expect, it } from 'vitest'
import { BLOCK, isMarked, mark, WORDS } from './bits.ts'
import { above, Cuts } from './cuts.ts'

let state = 961
function roll(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const one = <T>(of: readonly T[]): T => of[roll(of.length)]!
/** Few different values, many, rare large ones, and such that are not given. */
const shapes: readonly (() => number)[] = [
  () => one([NaN, 4.5, 5, 5.5, 6, -Infinity]),
  () => 119.95 + roll(40_000) / 100_000,
  () => (roll(10) === 0 ? NaN : roll(50) === 0 ? 10 ** roll(7) : roll(9000) - 100),
  () => NaN,
]

it('the next larger number is next', () => {
  const bits = new BigInt64Array(1)
  const asNumber = new Float64Array(bits.buffer)
  for (const value of [0, 1, 1.5, 2 - Number.EPSILON, 3, 0.1, 104.3565, 1e9 + 0.25, 20_261_128, Date.parse('2026-11-28'), 1e300]) {
    asNumber[0] = value
    bits[0]!++
    expect(above(value)).toBe(asNumber[0])
    expect(above(-asNumber[0])).toBe(value === 0 ? 0 : -value)
  }
  expect(above(Infinity)).toBe(Infinity)
})

it('ranges by cuts equal those of each value looked at by itself, also after changes', () => {
  let [possible, sure, inside, made] = [0, 0, 0, 0]
  for (let round = 0; round < 60; round++) {
    const shape = shapes[round % shapes.length]!
    const [from, many] = [BLOCK * roll(2), round % 3 === 0 ? 1 + roll(50) : BLOCK]
    const row = new Float64Array(from + BLOCK).fill(NaN)
    for (let at = 0; at < many; at++) row[from + at] = shape()
    let cuts = new Cuts(row, from, from + many)
    for (let n = 0; n < 200; n++) {
      const at = roll(many)
      row[from + at] = one(shapes)()
      cuts.put(at, row[from + at]!)
      if (!cuts.isGood) [cuts, made] = [new Cuts(row, from, from + many), made + 1]
    }
    for (let n = 0; n < 8; n++) {
      const value = () => (roll(3) === 0 ? shape() : (row[from + roll(many)]! + row[from + roll(many)]!) / 2)
      const [a, b] = [value(), value()].map((each) => (Number.isNaN(each) ? 0 : each)) as [number, number]
      const [least, most] = [roll(3) === 0 ? -Infinity : Math.min(a, b), roll(3) === 0 ? Infinity : Math.max(a, b)]
      const [words, edge] = [new Uint32Array(WORDS), new Uint32Array(WORDS)]
      const asked = Array.from({ length: many }, () => roll(8) > 0)
      for (const [at, isAsked] of asked.entries()) if (isAsked) mark(words, at)
      const remaining = cuts.narrow(words, edge, least, above(most))
      for (let at = 0; at < many; at++) {
        const isIn = asked[at]! && row[from + at]! >= least && row[from + at]! <= most
        if (isIn && !isMarked(words, at)) expect.fail(`${round}: ${row[from + at]} is lost from ${least} to ${most}`)
        const isSure = isMarked(words, at) && !(remaining === 'some' && isMarked(edge, at))
        if (isSure && !isIn) expect.fail(`${round}: ${row[from + at]} counts as from ${least} to ${most}`)
        possible += Number(isMarked(words, at))
        sure += Number(isSure)
        inside += Number(isIn)
      }
      const given = new Uint32Array(WORDS).fill(~0)
      cuts.narrowGiven(given)
      for (let at = 0; at < BLOCK; at += 97) expect(isMarked(given, at)).toBe(at < many && !Number.isNaN(row[from + at]))
    }
  }
  expect(made).toBeGreaterThan(0)
  // Of nearly all places the cuts alone decide.
  expect(inside).toBeGreaterThan(1_000_000)
  expect(sure).toBeGreaterThan(inside * 0.9)
  expect(possible).toBeLessThan(inside * 1.1)
})
