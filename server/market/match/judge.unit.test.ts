import { expect, it } from 'vitest'
import { answersOf, engines } from './catalogue.ts'
import { fitsOf, judgeAgainst } from './judge.ts'
import { Shelved } from './shelf.ts'

const DAY = '2026-06-01'
const given = { trade: '1', rentArea: 1000, loadBearing: 700, floorHeight: 6 }
const facts = engines.workshopInfo.facts(answersOf(given, '339999001'), DAY)
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
    const lacking = judgeAgainst(wish(n, { loadBearingMin: 800 }), DAY, 1)(shelved)
    expect(lacking.ruleVerdict).toBe('near')
    const held = judgeAgainst(wish(n, { loadBearingMin: 600, floorHeightMin: 5 }), DAY, 1)(shelved)
    expect(held.toJSON().conditions.children!.map(({ result }) => result)).toEqual(['true', 'true', 'true', 'true'])
  }
  expect(facts.truths.length).toBeLessThanOrEqual(256)
})

it('the facts of a supply stay in memory only while there are not too many, and the verdict is the same', () => {
  const item = new Shelved({
    id: 1,
    kind: 'workshopInfo',
    title: '厂房',
    street_ids: ['339999001'],
    facts: given,
    area: '1000',
    price: null,
    lng: null,
    lat: null,
    fresh_at: '2026-06-01T00:00:00.000Z',
    publish_time: null,
    state: 1,
    deleted: false,
    version: 1,
  })
  for (const others of [1_000_000, 1]) {
    expect(judgeAgainst(wish(1, { loadBearingMin: 800 }), DAY, others)(item).ruleVerdict).toBe('near')
    expect(fitsOf(wish(1, { loadBearingMin: 600 }), DAY, others)(item)).toBe(true)
    expect(item.factsOn(DAY, false) === item.factsOn(DAY, false)).toBe(others === 1)
  }
})
