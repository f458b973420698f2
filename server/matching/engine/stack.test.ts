import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossing, type Candidate, type StackLimit } from './stack-limits.ts'
import { paidFor, solve, stacking } from './stack.ts'

const money = fc.integer({ min: 0, max: 500 }).map((n) => n * 100)
const codes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
const candidate = (code: string): fc.Arbitrary<Candidate> =>
  fc.array(money, { minLength: 1, maxLength: 3 }).map((years) => ({ code, fen: years.reduce((a, b) => a + b, 0), years }))
const candidates = fc.subarray(codes, { minLength: 1 }).chain((some) => fc.tuple(...some.map(candidate)))
const members = fc.subarray(codes, { minLength: 1 })
const limit: fc.Arbitrary<StackLimit> = fc.oneof(
  fc.record({
    id: fc.constant('x'),
    name: fc.constant('x'),
    kind: fc.constant('exclude' as const),
    members,
    most: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    id: fc.constant('y'),
    name: fc.constant('y'),
    kind: fc.constantFrom('cap' as const, 'pool' as const),
    members,
    fen: money,
    perYear: fc.boolean(),
  }),
)
/** Keeps only limits that do not cross earlier ones. */
const limits = fc
  .array(limit, { maxLength: 6 })
  .map((list) => list.reduce<StackLimit[]>((kept, each) => (crossing([...kept, each]) ? kept : [...kept, each]), []))

/** Tries every permitted subset and the best payment of its years; shares no code with the search. */
function bruteForce(all: readonly Candidate[], list: readonly StackLimit[]): number {
  let best = 0
  for (let mask = 0; mask < 1 << all.length; mask++) {
    const set = all.filter((_, at) => mask & (1 << at))
    const lawful = list.every(
      (each) => each.kind !== 'exclude' || set.filter(({ code }) => each.members.includes(code)).length <= (each.most ?? 1),
    )
    if (lawful) best = Math.max(best, cutValue(set, list))
  }
  return best
}
/**
 * Minimum cut: every payment passes all its ceilings, so the maximum payment is the minimum total of ceilings and single payments that
 * block everything.
 */
function cutValue(set: readonly Candidate[], list: readonly StackLimit[]): number {
  const years = 3
  const ceilings = list.flatMap((each) => {
    if (each.kind === 'exclude') return []
    const of = (year?: number) => ({
      fen: each.fen,
      holds: (code: string, at: number) => each.members.includes(code) && (year === undefined || at === year),
    })
    return each.perYear ? Array.from({ length: years }, (_, year) => of(year)) : [of()]
  })
  const cells = set.flatMap(({ code, years: spread }) => (spread ?? []).map((fen, at) => ({ code, at, fen })))
  let least = Number.POSITIVE_INFINITY
  for (let mask = 0; mask < 1 << ceilings.length; mask++) {
    const used = ceilings.filter((_, at) => mask & (1 << at))
    const price = used.reduce((sum, each) => sum + each.fen, 0)
    if (price >= least) continue
    const rest = cells.reduce((sum, cell) => (used.some((each) => each.holds(cell.code, cell.at)) ? sum : sum + cell.fen), 0)
    least = Math.min(least, price + rest)
  }
  return least
}

describe('政策叠加', () => {
  it('finds the same sum as trying every set, and proves it', () => {
    fc.assert(
      fc.property(candidates, limits, (all, list) => {
        const found = solve(all, list)
        expect(found.fen).toBe(bruteForce(all, list))
        expect(found).toMatchObject({ proved: true, bound: found.fen })
        const set = all.filter(({ code }) => found.chosen.includes(code))
        expect(paidFor(set, list)).toBe(found.fen)
        for (const each of list)
          if (each.kind === 'exclude')
            expect(set.filter(({ code }) => each.members.includes(code)).length).toBeLessThanOrEqual(each.most ?? 1)
        for (const { code, better } of found.left) expect([found.chosen.includes(code), better.length > 0]).toEqual([false, true])
      }),
      { numRuns: 400 },
    )
  })
  it('when stopped early the sum is a lower bound, and the upper bound is correct', () => {
    fc.assert(
      fc.property(candidates, limits, (all, list) => {
        const run = stacking(all, list)
        let step = run.next()
        while (!step.done) step = run.next(true)
        const best = bruteForce(all, list)
        expect(step.value.fen).toBeLessThanOrEqual(best)
        expect(step.value.bound).toBeGreaterThanOrEqual(best)
      }),
      { numRuns: 100 },
    )
  })
  it('handles 60 candidates in overlapping groups under a cap within the time, or says what is still possible', () => {
    const all = Array.from({ length: 60 }, (_, n) => ({ code: `p${n}`, fen: ((n * 7919) % 97) * 10_000 + 100 }))
    const list: StackLimit[] = [
      ...Array.from({ length: 40 }, (_, n) => ({
        id: `x${n}`,
        name: '',
        kind: 'exclude' as const,
        members: all.filter((_, at) => (at * 31 + n * 17) % 11 < 2).map(({ code }) => code),
      })),
      { id: 'all', name: '', kind: 'cap', members: all.map(({ code }) => code), fen: 900 * 10_000, perYear: true },
    ]
    const started = performance.now()
    const run = stacking(all, list)
    let step = run.next()
    while (!step.done) step = run.next(performance.now() - started > 2000)
    expect(performance.now() - started).toBeLessThan(2500)
    expect(step.value.bound).toBeGreaterThanOrEqual(step.value.fen)
    expect(step.value.fen).toBeGreaterThan(0)
  })
  it('names the policies left out and what a cap takes away', () => {
    const found = solve(
      [
        { code: 'tax-a', fen: 10_000_000 },
        { code: 'tax-b', fen: 20_000_000 },
        { code: 'grant', fen: 5_000_000 },
      ],
      [
        { id: 'g', name: '同一税率优惠', kind: 'exclude', members: ['tax-a', 'tax-b'] },
        { id: 'c', name: '全年合计', kind: 'cap', members: ['tax-a', 'tax-b', 'grant'], fen: 22_000_000, perYear: true },
      ],
    )
    expect(found).toEqual({
      fen: 22_000_000,
      bound: 22_000_000,
      proved: true,
      chosen: ['tax-b', 'grant'],
      left: [{ code: 'tax-a', limit: 'g', name: '同一税率优惠', better: ['tax-b'] }],
      cuts: [{ limit: 'c', name: '全年合计', kind: 'cap', before: 25_000_000, most: 22_000_000, year: 1 }],
    })
  })
  it('refuses caps that overlap only in part', () => {
    const list: StackLimit[] = [
      { id: '1', name: '甲', kind: 'cap', members: ['a', 'b'], fen: 1 },
      { id: '2', name: '乙', kind: 'pool', members: ['b', 'c'], fen: 1 },
    ]
    expect(crossing(list)).toEqual(['甲', '乙'])
    expect(() => solve([{ code: 'a', fen: 1 }], list)).toThrow('交叉')
  })
})
