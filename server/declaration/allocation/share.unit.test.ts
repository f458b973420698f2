import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Allocation } from '../../../contract/rule/types.ts'
import { share, type Applicant } from './share.ts'

const WAN = 1_000_000
const one = (id: number, asked: number | null, more: Partial<Applicant> = {}): Applicant => ({
  id,
  asked: asked === null ? null : Math.round(asked * WAN),
  time: `2026-05-0${id}T08:00:00Z`,
  town: null,
  figure: null,
  group: null,
  fixed: null,
  ...more,
})
const given = (rule: Allocation, list: Applicant[]) => Object.fromEntries(share(rule, list).map(({ id, given: fen }) => [id, fen / WAN]))

describe('多家怎样分', () => {
  it('cuts all by the same share when the sum exceeds the budget, else nobody', () => {
    const three = [one(1, 30), one(2, 60), one(3, 10)]
    expect(given({ way: 'prorata', budget: 50 }, three)).toEqual({ 1: 15, 2: 30, 3: 5 })
    expect(given({ way: 'prorata', budget: 100 }, three)).toEqual({ 1: 30, 2: 60, 3: 10 })
    expect(share({ way: 'prorata', budget: 50 }, three)[0]!.why).toBe('合计 100 万元，超过可用预算 50 万元，按 50% 折算')
  })
  it('gives out the whole budget to the yuan, odd yuan to those who lost most', () => {
    expect(given({ way: 'prorata', budget: 1 }, [one(1, 1), one(2, 1), one(3, 1)])).toEqual({ 1: 0.3334, 2: 0.3333, 3: 0.3333 })
  })
  it('pays by time of submission until the budget is used up; the last gets the rest', () => {
    const list = [one(3, 4), one(1, 5), one(2, 5), one(4, 1)]
    expect(given({ way: 'first', budget: 12 }, list)).toEqual({ 1: 5, 2: 5, 3: 2, 4: 0 })
    expect(given({ way: 'first', places: 2 }, list)).toEqual({ 1: 5, 2: 5, 3: 0, 4: 0 })
  })
  it('ranks by a figure, equal ones by time; a town gets at most its quota; without a figure there is no rank', () => {
    const list = [
      one(1, 2, { figure: 10, town: '甲' }),
      one(2, 2, { figure: 30, town: '甲' }),
      one(3, 2, { figure: 20, town: '甲' }),
      one(4, 2, { figure: 10, town: '乙' }),
      one(5, 2, { town: '乙' }),
    ]
    expect(given({ way: 'rank', places: 2, rankBy: 'x' }, list)).toEqual({ 1: 0, 2: 2, 3: 2, 4: 0, 5: 0 })
    expect(given({ way: 'rank', places: 3, perTown: 2, rankBy: 'x' }, list)).toEqual({ 1: 0, 2: 2, 3: 2, 4: 2, 5: 0 })
    expect(given({ way: 'rank', places: 1, rankBy: 'x', lowFirst: true }, list)).toEqual({ 1: 2, 2: 0, 3: 0, 4: 0, 5: 0 })
    expect(share({ way: 'rank', places: 5, rankBy: 'x' }, list).at(-1)).toMatchObject({ id: 5, place: null, why: '缺少排名依据' })
  })
  it('gives each rank its own award; ranks without one get nothing, and applicants who cannot be paid have no rank', () => {
    const rule: Allocation = {
      way: 'rank',
      rankBy: 'x',
      awards: [
        { to: 1, amount: 30 },
        { to: 3, amount: 20 },
      ],
    }
    const list = [
      one(1, 30, { figure: 10 }),
      one(2, 30, { figure: 30 }),
      one(3, 30, { figure: 20 }),
      one(4, null, { figure: 40 }),
      one(5, 8, { figure: 15 }),
      one(6, 30, { figure: 5 }),
    ]
    expect(given(rule, list)).toEqual({ 1: 0, 2: 30, 3: 20, 4: 0, 5: 8, 6: 0 })
    expect(share(rule, list).map(({ id, why }) => [id, why])).toEqual([
      [4, '没有可核定的金额'],
      [2, '第 1 名，奖 30 万元'],
      [3, '第 2 名，奖 20 万元'],
      [5, '第 3 名，奖 8 万元'],
      [1, '不在给奖的名次之内'],
      [6, '不在给奖的名次之内'],
    ])
    expect(given({ ...rule, budget: 40 }, list)).toEqual({ 1: 0, 2: 30, 3: 10, 4: 0, 5: 0, 6: 0 })
    expect(given(rule, [one(1, 30, { figure: 10 }), one(2, 30, { figure: 9, fixed: 25 * WAN })])).toEqual({ 1: 30, 2: 25 })
  })
  it('pays a share of the ranked companies: whole companies, at least one', () => {
    const rule: Allocation = { way: 'rank', rankBy: 'x', topShare: 0.3 }
    const list = (many: number) => Array.from({ length: many }, (_, n) => one(n + 1, 1, { figure: n }))
    const served = (many: number) => Object.values(given(rule, list(many))).filter((fen) => fen > 0).length
    expect([1, 3, 4, 6, 7, 9].map(served)).toEqual([1, 1, 1, 1, 2, 2])
    expect(given(rule, [...list(6), one(7, null, { figure: 99 }), one(8, 1)])).toMatchObject({ 6: 1, 5: 0, 7: 0, 8: 0 })
  })
  it('pays a limited number of connected companies, by time or by rank; unconnected ones are not limited', () => {
    const list = [one(1, 2, { group: '甲' }), one(2, 2, { group: '甲' }), one(3, 2), one(4, 2), one(5, 2, { group: '乙' })]
    expect(given({ way: 'first', perGroup: 1 }, list)).toEqual({ 1: 2, 2: 0, 3: 2, 4: 2, 5: 2 })
    const ranked = list.map((each) => ({ ...each, figure: each.id }))
    expect(given({ way: 'rank', rankBy: 'x', perGroup: 1, places: 9 }, ranked)).toEqual({ 1: 0, 2: 2, 3: 2, 4: 2, 5: 2 })
    expect(given({ way: 'first', perGroup: 1 }, [one(1, 2, { group: '甲' }), one(2, 2, { group: '甲', fixed: WAN })])).toEqual({
      1: 0,
      2: 1,
    })
  })
  it('an approved sum stays and is paid first', () => {
    const list = [one(1, 30), one(2, 60, { fixed: 40 * WAN }), one(3, 30)]
    expect(given({ way: 'prorata', budget: 60 }, list)).toEqual({ 1: 10, 2: 40, 3: 10 })
    expect(given({ way: 'first', budget: 60 }, list)).toEqual({ 1: 20, 2: 40, 3: 0 })
  })
  it('never pays more than was asked or than the budget, whatever the order of the list', () => {
    const applicants = fc
      .uniqueArray(
        fc.record({
          id: fc.integer({ min: 1, max: 60 }),
          asked: fc.integer({ min: 1, max: 9_000_000 }),
          figure: fc.integer({ min: 0, max: 5 }),
        }),
        {
          selector: ({ id }) => id,
          minLength: 1,
          maxLength: 20,
        },
      )
      .map((list) =>
        list.map(({ id, asked, figure }): Applicant => ({
          id,
          asked: asked * 100,
          time: `t${id % 7}`,
          town: `镇${id % 3}`,
          group: id % 4 === 0 ? null : `组${id % 5}`,
          figure,
          fixed: null,
        })),
      )
    const rule = fc.record({
      way: fc.constantFrom('prorata', 'first', 'rank' as const),
      budget: fc.integer({ min: 1, max: 3000 }),
      perTown: fc.constantFrom(undefined, 2),
      perGroup: fc.constantFrom(undefined, 1),
      awards: fc.constantFrom(undefined, [
        { to: 2, amount: 100 },
        { to: 4, amount: 10 },
      ]),
    })
    fc.assert(
      fc.property(applicants, rule, (list, way) => {
        const shares = share(way, list)
        const total = shares.reduce((sum, each) => sum + each.given, 0)
        const asked = list.reduce((sum, each) => sum + each.asked!, 0)
        expect(total).toBeLessThanOrEqual(way.budget * WAN)
        for (const each of shares) expect(each.given).toBeLessThanOrEqual(list.find(({ id }) => id === each.id)!.asked!)
        if (way.way === 'prorata') expect(total).toBe(Math.min(asked, way.budget * WAN))
        expect(share(way, list.toReversed())).toEqual(shares)
      }),
      { numRuns: 300 },
    )
  })
})
