import { describe, expect, it } from 'vitest'
import { stepOf, tracing, type Curve } from './curve.ts'
import { companies, compiled, engine } from './fixtures.ts'
import type { Answers } from './types.ts'
import { signature, type WhatIf } from './what-if.ts'

const policies = [...compiled.values()].map((policy) => ({ compiled: policy, window: {} }))
function toTheEnd<T>(run: Generator<undefined, T, boolean | undefined>): T {
  let step = run.next()
  while (!step.done) step = run.next()
  return step.value
}
const whatIf = (answers: Answers): WhatIf => toTheEnd(engine.whatIf(policies, answers, '2026-06-30', []))
const curve = (what: WhatIf, key: string, range?: readonly [number, number]): Curve =>
  toTheEnd(tracing(what, engine.catalog.byKey.get(key)!, range))
const between = ({ points }: Curve, value: number): number => {
  const at = points.findIndex((point) => point.value >= value)
  const [a, b] = [points[Math.max(0, at - 1)]!, points[at]!]
  return b.value === value || a.value === b.value ? b.total : a.total + ((b.total - a.total) * (value - a.value)) / (b.value - a.value)
}

describe('金额随一项事实变化的曲线', () => {
  // Issue 15 D: at most 50 ms on the main loop. Judging and reading all rules in one go took that long for unread rules.
  it('a scratch company is made in steps of one rule each', () => {
    const touched = new Set<string>()
    const watched = policies.map(({ compiled: policy, window }) => ({
      window,
      get compiled() {
        touched.add(policy.rule.id)
        return policy
      },
    }))
    const run = engine.whatIf(watched, companies[0]!.answers, '2026-06-30', [])
    const perStep: number[] = []
    for (let step = run.next(); ; step = run.next()) {
      perStep.push(touched.size)
      touched.clear()
      if (step.done) break
    }
    expect(perStep.reduce((sum, each) => sum + each, 0)).toBe(policies.length)
    expect(Math.max(...perStep)).toBe(1)
  })
  it('the cliffs are exactly where the rules put them: 设备投入 700 万元 in 珠三角', () => {
    const found = curve(
      whatIf({
        equipmentInvestment: 300,
        gdRegion: 'prd',
        techReformFiled: true,
        projectCompleted: true,
        sizingIndustry: 'industry',
        duplicateFunding: false,
        seriousDishonest: false,
      }),
      'equipmentInvestment',
      [0, 1000],
    )
    expect(found.complete).toBe(true)
    const turned = (code: string) =>
      found.cliffs.filter((cliff) => cliff.changes.some((each) => each.code === code)).map((cliff) => cliff.value)
    // 490 is seven tenths of the threshold; from there on it counts as near.
    expect(turned('gd-tech-equip')).toEqual([490, 700])
    expect(found.cliffs.every((cliff) => Number.isInteger(cliff.value))).toBe(true)
    const at700 = found.cliffs.find((cliff) => cliff.value === 700)!
    expect(at700.changes).toMatchObject([{ code: 'gd-tech-equip', from: 'near', to: 'match', before: null, after: 140 }])
    expect(at700.after - at700.before).toBeCloseTo(140, 0)
  })
  it('solves ratios: 研发费用占营业收入 3% of 3,333 is reached at 99.99 万元', () => {
    const found = curve(whatIf({ revenueY1: 3333, rdExpenseY1: 50, isHNTE: false, prohibitedIndustry: false }), 'rdExpenseY1', [0, 400])
    const what = whatIf({ revenueY1: 3333, rdExpenseY1: 50, isHNTE: false, prohibitedIndustry: false })
    expect(what.factsWith('rdExpenseY1', 99.99).slot(engine.catalog.byKey.get('rdRatioY1')!.index)).toBeCloseTo(0.03, 9)
    expect(found.points.every(({ value }) => value >= 0 && value <= 400)).toBe(true)
  })
  for (const { id, answers } of companies.slice(0, 3))
    for (const [key, range] of [
      ['employees', [0, 520]],
      ['techStaff', [0, 120]],
      ['ipType1', [0, 8]],
      ['standardsNatLed', [0, 12]],
    ] as const)
      it(`agrees with judging every whole value: ${id} ${key}`, () => {
        const what = whatIf(answers)
        const affected = what.affected(key)
        const found = curve(what, key, range)
        const turns: number[] = []
        let last = ''
        for (let value = range[0]; value <= range[1]; value++) {
          const state = what.at(key, value, affected)
          const now = signature(state, affected)
          if (value > range[0] && now !== last) turns.push(value)
          last = now
          expect(between(found, value), `${value}`).toBeCloseTo(state.total.value, 2)
        }
        expect(found.cliffs.filter((cliff) => cliff.changes.some((each) => each.from !== each.to)).map((cliff) => cliff.value)).toEqual(
          turns,
        )
      })
  it('money with two decimals: between two cliffs every verdict is the same, tried at a hundred values', () => {
    for (const { answers } of companies.slice(0, 3)) {
      const what = whatIf(answers)
      for (const key of ['revenueY1', 'rdExpenseY1', 'mainRevenueY2']) {
        const affected = what.affected(key)
        const found = curve(what, key)
        const edges = found.cliffs.filter((cliff) => cliff.changes.some((each) => each.from !== each.to)).map((cliff) => cliff.value)
        const span = found.to - found.from
        for (let n = 0; n <= 100; n++) {
          const value = Number((found.from + (span * n) / 100).toFixed(2))
          const before = edges.filter((edge) => edge <= value).at(-1) ?? found.from
          const same = signature(what.at(key, before, affected), affected)
          expect(signature(what.at(key, value, affected), affected), `${key} ${value}`).toBe(same)
        }
        expect(
          found.cliffs.every(
            (cliff) =>
              Math.abs(
                cliff.value / stepOf(engine.catalog.byKey.get(key)!) - Math.round(cliff.value / stepOf(engine.catalog.byKey.get(key)!)),
              ) < 1e-6,
          ),
        ).toBe(true)
      }
    }
  })
})
