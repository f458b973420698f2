import { expect, it } from 'vitest'
import { shelvedFor } from '../testing/shelved.ts'
import { Board, latest } from './board.ts'
import { judgeAgainst } from './judge.ts'
import type { Walk } from './board.ts'

const DAY = '2026-06-01'
const SINCE = Date.parse('2026-05-01T00:00:00Z')
const given = { trade: '1', rentArea: 1000, loadBearing: 700, floorHeight: 6 }
const wish = (id: number, more: object) => ({
  id,
  kind: 'workshopDemand' as const,
  title: '求租',
  facts: { trade: '4', areaMin: 800, ...more },
  street_ids: [],
})
function ended<T>(walk: Walk<T>): T {
  let step = walk.next()
  while (!step.done) step = walk.next()
  return step.value
}

it('each judgement has its own reasons, however many demands were held against a supply', () => {
  const board = new Board('workshopInfo')
  const supply = shelvedFor('workshopInfo', 1, given)
  board.put(supply)
  for (let n = 0; n < 200; n++) {
    const lacking = judgeAgainst(wish(n, { loadBearingMin: 800 }), DAY)
    expect(ended(lacking.held(board, SINCE))).toEqual({ 0: [], 1: [supply], 2: [], not: 0 })
    const met = judgeAgainst(wish(n, { loadBearingMin: 600, floorHeightMin: 5 }), DAY)
    expect(ended(met.held(board, SINCE))[0]).toEqual([supply])
    expect(
      lacking
        .judge(supply)
        .toJSON()
        .conditions.children!.map(({ result }) => result),
    ).toEqual(['true', 'true', 'false'])
    expect(
      met
        .judge(supply)
        .toJSON()
        .conditions.children!.map(({ result }) => result),
    ).toEqual(['true', 'true', 'true', 'true'])
  }
})

it('a board holds what was put last, without what was taken away or is too old', () => {
  const board = new Board('workshopInfo')
  const found = (more: object) =>
    ended(judgeAgainst(wish(1, more), DAY).meeting(board, SINCE))
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
  // More than the room that a board begins with.
  for (let id = 1; id <= 3000; id++) board.put(shelvedFor('workshopInfo', id, { ...given, loadBearing: 500 + (id % 2) * 500 }))
  expect(found({ loadBearingMin: 900 })).toHaveLength(1500)
  for (let id = 1; id <= 2990; id++) board.remove(id)
  board.remove(1)
  expect(found({})).toEqual([2991, 2992, 2993, 2994, 2995, 2996, 2997, 2998, 2999, 3000])
  expect(found({ loadBearingMin: 900 })).toEqual([2991, 2993, 2995, 2997, 2999])
  board.put(shelvedFor('workshopInfo', 2991, { ...given, loadBearing: 400 }))
  board.put(shelvedFor('workshopInfo', 7, { ...given, loadBearing: 950 }))
  board.put(shelvedFor('workshopInfo', 8, { ...given, loadBearing: 950 }, { fresh_at: '2026-04-30T00:00:00.000Z' }))
  expect(found({ loadBearingMin: 900 })).toEqual([7, 2993, 2995, 2997, 2999])
  // The five of 500 are too far from 900, and so is the one of 400.
  expect(ended(judgeAgainst(wish(1, { loadBearingMin: 900 }), DAY).held(board, SINCE)).not).toBe(6)
  expect(board.listed(SINCE)).toHaveLength(11)
  expect(board.get(8)).toBeDefined()
})

it('a page of the latest confirmed equals that of sorting all, also with many confirmed in one moment', () => {
  const begun = Date.parse('2026-05-20T00:00:00Z')
  const of = (many: number, moments: number) =>
    Array.from({ length: many }, (_, n) =>
      shelvedFor('workshopInfo', n + 1, given, { fresh_at: new Date(begun + (Math.imul(n + 1, 40_503) % moments) * 1000).toISOString() }),
    )
  const sorted = (items: ReturnType<typeof of>) => items.toSorted((a, b) => b.freshAt - a.freshAt || b.id - a.id)
  for (const [many, moments] of [
    [0, 1],
    [1, 1],
    [57, 1],
    [57, 3],
    [57, 1000],
  ] as const) {
    const items = of(many, moments)
    for (let from = 0; from <= many + 2; from++)
      for (const size of [0, 1, 10, 100]) expect(latest(items, from, size)).toEqual(sorted(items).slice(from, from + size))
  }
  const items = of(20_000, 5000)
  expect(latest(items, 7990, 20).map(({ id }) => id)).toEqual(
    sorted(items)
      .slice(7990, 8010)
      .map(({ id }) => id),
  )
})
