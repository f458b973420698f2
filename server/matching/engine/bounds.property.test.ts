import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engine } from './fixtures.ts'
import { EngineRefusal } from './index.ts'
import type { Answer, Answers, Benefit, Condition, Factor } from './types.ts'

const DAY = '2026-06-30'
/** The possible values of each fact; the benefits below use only these facts. */
const CAN: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  isHNTE: [true, false],
  isScaleAbove: [true, false],
  rdOrgLevel: ['national', 'provincial', 'municipal', 'none'],
  revenueY1: [0, 999.99, 1000, 1000.01, 5000, 80000],
  revenueY2: [0, 500, 1000, 4999, 5000],
  rdExpenseY1: [0, 20, 100, 333.33, 5000],
}
const KEYS = Object.keys(CAN)

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: fc.constantFrom('isHNTE', 'isScaleAbove'), op: fc.constant('eq' as const), value: fc.boolean() }),
  fc.record({
    field: fc.constant('rdOrgLevel'),
    op: fc.constantFrom('in' as const, 'notIn' as const),
    value: fc.subarray(['national', 'none'], { minLength: 1 }),
  }),
  fc.record({
    field: fc.constantFrom('revenueY1', 'revenueY2'),
    op: fc.constantFrom('gte' as const, 'gt' as const, 'lt' as const, 'lte' as const),
    value: fc.constantFrom(1000, 5000),
  }),
  fc.record({
    field: fc.constant('revenueY1'),
    op: fc.constantFrom('gte' as const, 'lt' as const),
    value: fc.constant('=revenueY2 * 1.1'),
  }),
)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  leaf,
  leaf.map((not) => ({ not })),
  fc.array(leaf, { minLength: 2, maxLength: 3 }).chain((of) => fc.constantFrom<Condition>({ all: of }, { any: of }, { atLeast: 2, of })),
)
const base = fc.constantFrom('revenueY1', 'rdExpenseY1', '=revenueY1 - revenueY2')
const factor: fc.Arbitrary<Factor> = fc.oneof(
  fc.record({ when: condition, times: fc.constantFrom(0.5, 1.2) }),
  fc.constant({ field: 'rdOrgLevel', map: { national: 1.5, none: 0 } }),
)
const tiers = [
  { min: 0, max: 1000, rate: 0.01 },
  { min: 1000, max: 5000, rate: 0.03 },
  { min: 5000, max: null, rate: 0.02 },
]
const levels = [
  { from: 1000, amount: 20 },
  { from: 5000, amount: 50 },
]
const named = { name: fc.constant('奖') }
const simple = fc.oneof(
  fc.record({ ...named, kind: fc.constant('fixed'), amount: fc.constantFrom(5, 10, 20) }),
  fc.record({ ...named, kind: fc.constant('rate'), base, rate: fc.constantFrom(0.01, 0.1) }),
  fc.record({ ...named, kind: fc.constant('tierRate'), base, tiers: fc.constant(tiers), mode: fc.constantFrom('whole', 'marginal') }),
  fc.record({
    ...named,
    kind: fc.constant('lookup'),
    field: fc.constant('rdOrgLevel'),
    map: fc.constant({ national: 20, provincial: 10 }),
  }),
  fc.record({
    ...named,
    kind: fc.constant('reach'),
    base,
    levels: fc.constant(levels),
    before: fc.constantFrom('revenueY2', undefined),
    pays: fc.constantFrom('full', 'difference'),
  }),
  fc.record({
    ...named,
    kind: fc.constant('perStep'),
    base,
    step: fc.constant(500),
    amount: fc.constant(3),
    above: fc.constantFrom(0, 1000),
  }),
  fc.record({
    ...named,
    kind: fc.constant('expr'),
    expr: fc.constantFrom('max(0, 50 - rdExpenseY1)', 'min(revenueY1 * 0.1, 50)', 'isHNTE ? min(rdExpenseY1 * 0.2, 30) : 7'),
    defaults: fc.constant({ rdExpenseY1: 0, revenueY1: 0, isHNTE: false }),
  }),
)
const optional = fc.record(
  {
    when: condition,
    cap: fc.constantFrom(15, 60),
    floor: fc.constantFrom(2, 12),
    factors: fc.array(factor, { minLength: 1, maxLength: 2 }),
    exclusiveGroup: fc.constantFrom('a', 'b'),
    limits: fc.constantFrom(['revenueY2'], ['=revenueY2 * 2% + rdExpenseY1 * 50%'], ['=min(revenueY1, revenueY2)', 'rdExpenseY1']),
    rounding: fc.constantFrom({ to: 1, way: 'down' }, { to: 7, way: 'nearest' }, { to: 0.01, way: 'down' }),
    less: fc.constantFrom(['revenueY2'], ['rdExpenseY1', '=revenueY2 * 0.01']),
  },
  { requiredKeys: [] },
)
/** Removes undefined values, as in a rule that comes as JSON. */
const without = (benefit: object): Benefit => JSON.parse(JSON.stringify(benefit)) as Benefit
const benefit = fc.tuple(simple, optional).map(([one, more]) => without({ ...one, ...more }))
const group = fc
  .record({
    ...named,
    kind: fc.constant('group'),
    items: fc.array(benefit, { minLength: 1, maxLength: 3 }),
    combine: fc.constantFrom('sum', 'max'),
    cap: fc.constantFrom(40, undefined),
  })
  .map(without)
const benefits = fc.array(fc.oneof({ weight: 4, arbitrary: benefit }, { weight: 1, arbitrary: group }), { minLength: 1, maxLength: 3 })
const facts: fc.Arbitrary<Answers> = fc.record(Object.fromEntries(KEYS.map((key) => [key, fc.constantFrom(...(CAN[key] as Answer[]))])), {
  requiredKeys: [],
})

describe('金额区间', { timeout: 60_000 }, () => {
  it('holds the amount of every completion of unknown facts: random benefits with every construct', () => {
    let looked = 0
    fc.assert(
      fc.property(
        benefits,
        fc.constantFrom('sum' as const, 'max' as const),
        facts,
        fc.array(facts, { minLength: 4, maxLength: 12 }),
        (list, benefitCombine, known, fillings) => {
          const rule = {
            id: 't',
            title: 't',
            conditions: { field: 'countyRegistered', op: 'eq', value: true } as const,
            benefits: list,
            benefitCombine,
          }
          let compiled
          try {
            compiled = engine.compilePolicy(rule)
          } catch (error) {
            // Mutually exclusive conditions are refused.
            if (error instanceof EngineRefusal) return
            throw error
          }
          const amountOf = (answers: Answers) => engine.judge(compiled, { countyRegistered: true, ...answers }, { applyDate: DAY }).amount
          const open = amountOf(known)
          if (!open) return
          expect(open.min).toBeLessThanOrEqual(open.value)
          expect(open.value).toBeLessThanOrEqual(open.max)
          for (const filling of fillings) {
            const whole = { ...Object.fromEntries(KEYS.map((key) => [key, CAN[key]![0]])), ...filling, ...known } as Answers
            const paid = amountOf(whole)
            if (!paid) continue
            looked++
            const told = JSON.stringify({ list, benefitCombine, known, whole, open, paid: paid.value })
            expect(paid.value, told).toBeGreaterThanOrEqual(open.min)
            if (!open.openEnded) expect(paid.value, told).toBeLessThanOrEqual(open.max)
          }
        },
      ),
      { numRuns: 400, seed: 23 },
    )
    expect(looked).toBeGreaterThan(1000)
  })
})
