import fc from 'fast-check'
import { days, holds, kleene, numbers, ORDERED, truths, type Told } from './random-formulas.ts'
import { asFrac, both, frac, sign } from './slow-fractions.ts'
import type { Answer, Answers, Condition } from './types.ts'

/** Random conditions with every construct of docs/rules.md, each with its own slow evaluator, and random companies. */

/** A condition, and its result for a company. */
export interface Asked {
  node: Condition
  of(facts: Told): boolean | undefined
}
const asked = (name: string, op: string, value: unknown, of: Asked['of']): Asked => ({ node: { field: name, op, value } as Condition, of })
const order = fc.constantFrom(...(Object.keys(ORDERED) as (keyof typeof ORDERED)[]))
const THRESHOLDS = [0, 0.15, 1, 12, 50, 60, 1000.5]
/** Conditions over booleans and options only. */
const choices: fc.Arbitrary<Asked> = fc.oneof(
  fc
    .tuple(fc.constantFrom('isHNTE', 'isScaleAbove'), fc.boolean())
    .map(([key, need]) => asked(key, 'eq', need, (f) => both(f[key], 1, (a) => a === need))),
  fc
    .boolean()
    .map((need) =>
      asked('=isHNTE && !isScaleAbove', 'eq', need, (f) =>
        both(f['isHNTE'], f['isScaleAbove'], (a, b) => (a === true && b === false) === need),
      ),
    ),
  fc
    .subarray(['national', 'none', 'provincial'], { minLength: 1 })
    .map((list) => asked('rdOrgLevel', 'in', list, ({ rdOrgLevel: of }) => both(of, 1, (a) => list.includes(a as string)))),
)
const leaves: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(numbers, order, fc.constantFrom(...THRESHOLDS))
      .map(([a, op, need]) => asked(`=${a.text}`, op, need, (f) => both(a.of(f), frac(need), (x, y) => holds(op, sign(x, y))))),
  },
  fc
    .tuple(fc.constantFrom('revenueY1', 'employees', 'own1'), order, numbers)
    .map(([key, op, b]) => asked(key, op, `=${b.text}`, (f) => both(asFrac(f[key]), b.of(f), (x, y) => holds(op, sign(x, y))))),
  fc
    .tuple(numbers, fc.constantFrom('in', 'notIn'), fc.subarray(THRESHOLDS, { minLength: 1 }))
    .map(([a, op, list]) =>
      asked(`=${a.text}`, op, list, (f) => both(a.of(f), 1, (x) => list.some((each) => sign(x, frac(each)) === 0) === (op === 'in'))),
    ),
  fc
    .tuple(
      truths.filter(({ text }) => /[(=<>]/.test(text)),
      fc.boolean(),
    )
    .map(([a, need]) => asked(`=${a.text}`, 'eq', need, (f) => both(a.of(f), 1, (truth) => truth === need))),
  fc
    .tuple(
      days.filter(({ text }) => text !== 'applyDate'),
      order.filter((op) => op !== 'ne'),
      fc.constantFrom('2025-06-30', '2026-01-15'),
    )
    .map(([a, op, need]) =>
      asked(a.text.includes('(') ? `=${a.text}` : a.text, op, need, (f) =>
        both(a.of(f), need, (x, y) => holds(op, x < y ? -1 : x > y ? 1 : 0)),
      ),
    ),
  fc
    .tuple(fc.constantFrom('eq', 'ne', 'in', 'notIn'), fc.subarray(['national', 'none', 'provincial'], { minLength: 1 }))
    .map(([op, list]) => {
      const among = op === 'in' || op === 'notIn' ? list : list.slice(0, 1)
      return asked('rdOrgLevel', op, op === 'in' || op === 'notIn' ? list : list[0], ({ rdOrgLevel: of }) =>
        both(of, 1, (a) => among.includes(a as string) === (op === 'eq' || op === 'in')),
      )
    }),
  fc
    .tuple(fc.constantFrom('in', 'notIn'), fc.subarray(['award', 'iso'], { minLength: 1 }))
    .map(([op, list]) =>
      asked('qualityItems', op, list, ({ qualityItems: of }) =>
        both(of, 1, (a) => (a as string[]).some((each) => list.includes(each)) === (op === 'in')),
      ),
    ),
  fc.boolean().map((need) => asked('score:simple', 'passes', need, ({ isHNTE: of }) => both(of, 1, (a) => a === need))),
  fc
    .tuple(fc.constantFrom('isHNTE', 'isScaleAbove'), fc.boolean())
    .map(([key, need]) => asked(key, 'eq', need, (f) => both(f[key], 1, (a) => a === need))),
)
/** Trees over these leaves. */
const treesOf = (leaf: fc.Arbitrary<Asked>): fc.Arbitrary<Asked> =>
  fc.letrec<{ node: Asked }>((tie) => {
    const some = fc.array(tie('node'), { minLength: 1, maxLength: 3 })
    const found = (parts: readonly Asked[], f: Told) => parts.map((part) => part.of(f))
    const nodes = (parts: readonly Asked[]) => parts.map(({ node }) => node)
    return {
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 3, arbitrary: leaf },
        some.map((parts) => ({ node: { all: nodes(parts) }, of: (f: Told) => kleene(found(parts, f), false) })),
        some.map((parts) => ({ node: { any: nodes(parts) }, of: (f: Told) => kleene(found(parts, f), true) })),
        tie('node').map(({ node, of }) => ({ node: { not: node }, of: (f: Told) => both(of(f), 1, (truth) => !truth) })),
        some.chain((parts) =>
          fc.integer({ min: 1, max: parts.length }).map((atLeast) => ({
            node: { atLeast, of: nodes(parts) },
            of: (f: Told) => {
              const said = found(parts, f)
              const met = said.filter((each) => each === true).length
              return met >= atLeast ? true : met + said.filter((each) => each === undefined).length < atLeast ? false : undefined
            },
          })),
        ),
      ),
    }
  }).node
export const conditions = treesOf(leaves)
export const choiceConditions = treesOf(choices)

const row = (cell: <T>(value: fc.Arbitrary<T>) => fc.Arbitrary<T | undefined>) =>
  fc.record({
    f1: cell(fc.constantFrom(0, 49.99, 50, 60, 300)),
    f2: cell(fc.constantFrom('2024-12-31', '2025-06-30', '2025-07-01', '2026-01-15')),
    f3: cell(fc.boolean()),
    f4: cell(fc.constantFrom('a', 'b', 'c')),
  })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) })
const factsWith = (cell: <T>(value: fc.Arbitrary<T>) => fc.Arbitrary<T | undefined>): fc.Arbitrary<Answers> =>
  fc
    .record({
      employees: cell(fc.constantFrom(0, 12, 20, 100)),
      revenueY1: cell(fc.constantFrom(0, 60, 1000.5, 5000)),
      revenueY2: cell(fc.constantFrom(0, 50, 1000, 4999)),
      revenueY3: cell(fc.constantFrom(0, 900)),
      own1: cell(fc.constantFrom(0, 12, 600)),
      isHNTE: cell(fc.boolean()),
      isScaleAbove: cell(fc.boolean()),
      rdOrgLevel: cell(fc.constantFrom('national', 'provincial', 'municipal', 'below', 'none')),
      qualityItems: cell(fc.subarray(['award', 'iso', 'brand'])),
      registeredDate: cell(fc.constantFrom('2025-06-30', '2025-07-01', '2024-02-29', '2020-01-31')),
      faLoanDate: cell(fc.constantFrom('2025-02-01', '2025-05-20', '2026-01-15', '2026-06-30')),
      table3: cell(fc.array(row(cell), { maxLength: 4 })),
    })
    .map((given) => JSON.parse(JSON.stringify(given)) as Record<string, Answer>)
/** Facts of which any may be missing, also columns of rows; and complete facts. */
export const someFacts = factsWith(maybe)
export const wholeFacts = factsWith((value) => value)
