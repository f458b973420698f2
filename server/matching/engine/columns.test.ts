import fc from 'fast-check'
import { expect, it } from 'vitest'
import { engine } from './fixtures.ts'
import { compilePolicy } from './judge.ts'
import type { Answers, Condition, Leaf } from './types.ts'
import { TRUE } from './truth.ts'

const DAY = '2026-06-30'
const WORDS = ['match', 'unknown', 'near', 'nomatch'] as const
const KEYS = ['employees', 'revenueY1', 'isHNTE', 'rdOrgLevel', 'qualityItems', 'faLoanDate'] as const

const leafOf = (field: string, op: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
  fc.record({ field: fc.constant(field), op, value, closable: fc.boolean() }) as fc.Arbitrary<Leaf>
const order = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte')
const among = fc.constantFrom('in', 'notIn')
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  leafOf('employees', order, fc.constantFrom(20, 100, 300)),
  leafOf('employees', among, fc.subarray([20, 100, 300], { minLength: 1 })),
  leafOf('revenueY1', order, fc.constantFrom(0, 300, 1000.5, 2000)),
  leafOf('isHNTE', fc.constantFrom('eq', 'ne'), fc.boolean()),
  leafOf('rdOrgLevel', among, fc.subarray(['national', 'provincial', 'none'], { minLength: 1 })),
  leafOf('qualityItems', among, fc.subarray(['award', 'iso'], { minLength: 1 })),
  leafOf('faLoanDate', order, fc.constantFrom('2026-01-01', '2025-06-30')),
)
const part: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { minLength: 1, maxLength: 3 }).map((any) => ({ any })) },
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })
/** At the limits of reach too: 70 of 100 is near, 69.99 is not. */
const record: fc.Arbitrary<Answers> = fc.record({
  employees: maybe(fc.constantFrom(14, 20, 69, 70, 100, 130, 131, 210, 300, 390)),
  revenueY1: maybe(fc.constantFrom(0, 210, 300, 700.35, 700.34, 1000.5, 1400, 1399.99, 2000)),
  isHNTE: maybe(fc.boolean()),
  rdOrgLevel: maybe(fc.constantFrom('national', 'provincial', 'none')),
  qualityItems: maybe(fc.subarray(['award', 'iso'])),
  faLoanDate: maybe(fc.constantFrom('2026-01-01', '2025-06-30', '2025-12-31')),
})

it('records in columns get the verdicts of judging them one by one, also after some of them changed', { timeout: 60_000 }, () => {
  const seen = new Map<string, number>()
  const conditions = fc.oneof(
    { weight: 6, arbitrary: fc.array(part, { minLength: 1, maxLength: 6 }).map((all): Condition => ({ all })) },
    { weight: 1, arbitrary: part },
  )
  fc.assert(
    fc.property(
      fc.array(conditions, { minLength: 1, maxLength: 4 }),
      fc.array(record, { minLength: 1, maxLength: 12 }),
      fc.array(record, { maxLength: 6 }),
      (nodes, first, changed) => {
        const columns = engine.columns(KEYS)
        first.forEach((answers, place) => columns.put(place, answers))
        const rules = nodes.map((conditions, n) => compilePolicy(engine.catalog, { id: `p${n}`, title: 't', conditions }))
        const holdings = rules.map((rule) => columns.holding(rule))
        for (const records of [first, [...changed, ...first.slice(changed.length)]]) {
          records.forEach((answers, place) => columns.put(place, answers))
          for (const [n, rule] of rules.entries()) {
            const verdicts = records.map((answers) => engine.judge(rule, answers, { applyDate: DAY }).ruleVerdict)
            // A holding that was made before the change, and one made after it.
            for (const holding of [holdings[n]!, columns.holding(rule)]) {
              expect([...holding.standing(Int32Array.from(records.keys()))].map((state) => WORDS[state])).toEqual(verdicts)
              const places = Int32Array.from(records.keys()).filter((place) => place % 3 !== 1)
              expect([...holding.meeting(places)]).toEqual(
                [...places].filter((place) => rule.test(engine.facts(records[place]!, DAY)) === TRUE),
              )
            }
            for (const verdict of verdicts) seen.set(verdict, (seen.get(verdict) ?? 0) + 1)
          }
        }
      },
    ),
    { numRuns: 1500 },
  )
  for (const word of WORDS) expect(seen.get(word), word).toBeGreaterThan(100)
})

it('what columns do not hold is refused, not judged wrongly', () => {
  const columns = engine.columns(KEYS)
  const held = (conditions: Condition) => columns.holding(engine.compilePolicy({ id: 'p', title: 't', conditions }))
  const holds: Leaf = { field: 'employees', op: 'gte', value: 1 }
  expect(() => held({ field: 'registeredDays', op: 'gte', value: 365 })).toThrow('only a list')
  expect(() => held({ field: 'employees', op: 'gte', value: '=revenueY1' })).toThrow('no column')
  expect(() => held({ field: 'revenueY2', op: 'gte', value: 1 })).toThrow('no column')
  expect(() => held({ all: [holds, { not: holds }] })).toThrow('only a list')
  expect(() => held({ atLeast: 1, of: [holds] })).toThrow('only a list')
  expect(() => engine.columns(['techStaffRatio'])).toThrow('not a given field')
})
