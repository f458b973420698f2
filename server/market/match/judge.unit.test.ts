import { expect, it } from 'vitest'
import { answersOf, engines } from './catalogue.ts'
import { judgeAgainst } from './judge.ts'
import type { Shelved } from './shelf.ts'

const DAY = '2026-06-01'
const facts = engines.workshopInfo.facts(answersOf({ trade: '1', rentArea: 1000, loadBearing: 700, floorHeight: 6 }, '339999001'), DAY)
const shelved = { factsOn: () => facts } as unknown as Shelved
const wish = (id: number, more: object) => ({
  id,
  kind: 'workshopDemand' as const,
  title: '求租',
  facts: { trade: '4', areaMin: 800, ...more },
  street_ids: [],
})

it('memory of the shelf does not grow with the demands that judge it, and each judgement has its own reasons', () => {
  // Seen red: the record of facts grew without limit with each judgement, for every supply.
  for (let n = 0; n < 2000; n++) {
    const lacking = judgeAgainst(wish(n, { loadBearingMin: 800 }), DAY)(shelved)
    expect(lacking.ruleVerdict).toBe('near')
    const held = judgeAgainst(wish(n, { loadBearingMin: 600, floorHeightMin: 5 }), DAY)(shelved)
    expect(held.toJSON().conditions.children!.map(({ result }) => result)).toEqual(['true', 'true', 'true', 'true'])
  }
  expect(facts.truths.length).toBeLessThanOrEqual(256)
})
