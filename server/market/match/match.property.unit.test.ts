import { expect, it } from 'vitest'
import type { Attributes } from '../../../contract/market/attributes.ts'
import type { MarketKind } from '../../../contract/market/states.ts'
import { shelvedFor } from '../testing/shelved.ts'
import { Board, type Held, type Walk } from './board.ts'
import { answersOf, engines } from './catalogue.ts'
import { conditionOf, ruleOf } from './demand-rule.ts'
import { judgeAgainst } from './judge.ts'

const DAY = '2026-06-01'
const STREETS = ['339999001', '339999002', '339999003']
/** The same numbers in every run. */
function chance(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const roll = chance(7)
const some = <T>(value: () => T): T | undefined => (roll(4) === 0 ? undefined : value())
const one = <T>(of: readonly T[]): T => of[roll(of.length)]!
const several = (of: readonly string[]): string[] => of.filter(() => roll(2) === 0)
const told = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))

const supply = () => ({
  street: one(STREETS),
  facts: told({
    trade: some(() => one(['1', '2', '3', '6'])),
    rentArea: some(() => 100 * (1 + roll(20))),
    minArea: some(() => 100 * (1 + roll(5))),
    floorHeight: some(() => 4 + roll(5)),
    loadBearing: some(() => 500 + 100 * roll(6)),
    rentPrice: some(() => 8 + roll(10)),
    fireGrade: some(() => one(['A', 'B', 'C', 'D', 'E'])),
    facilities: some(() => several(['01', '04', '08'])),
    structure: some(() => one(['01', '02', '05'])),
    availableDate: some(() => `2026-0${6 + roll(4)}-15`),
  }),
})
const demand = () => ({
  streets: roll(2) === 0 ? [] : several(STREETS),
  facts: told({
    trade: one(['4', '5']),
    areaMin: 100 * (1 + roll(10)),
    areaMax: some(() => 100 * (5 + roll(16))),
    floorHeightMin: some(() => 4 + roll(5)),
    loadBearingMin: some(() => 500 + 100 * roll(6)),
    rentMax: some(() => 8 + roll(10)),
    fireGrade: some(() => one(['B', 'C', 'D', 'E'])),
    facilities: some(() => several(['01', '04', '08'])),
    structure: some(() => several(['01', '02', '05'])),
    needDate: some(() => `2026-0${6 + roll(4)}-20`),
  }),
})

/** The other side on a board, as the shelf keeps it. */
function boardOf(kind: MarketKind, all: readonly { facts: Attributes; streets: readonly string[] }[]): Board {
  const board = new Board(kind)
  all.forEach(({ facts, streets }, id) => board.put(shelvedFor(kind, id, facts, { street_ids: [...streets] })))
  return board
}
function ended<T>(walk: Walk<T>): T {
  let step = walk.next()
  while (!step.done) step = walk.next()
  return step.value
}
/** The verdicts of a board by id. */
function saidBy(held: Held, many: number): string[] {
  const verdicts = Array.from({ length: many }, () => 'nomatch')
  for (const [fit, word] of [
    [0, 'match'],
    [1, 'near'],
    [2, 'unknown'],
  ] as const)
    for (const { id } of held[fit]) verdicts[id] = word
  return verdicts
}

const onBoard = (supplies: readonly { facts: Attributes; street: string }[]) =>
  supplies.map(({ facts, street }) => ({ facts, streets: [street] }))
const boards: { workshopInfo?: Board; landInfo?: Board } = {}
/** From the side of the supply each pair gets the same verdict. */
function fromTheSupply(
  [kind, demandKind]: readonly ['workshopInfo', 'workshopDemand'] | readonly ['landInfo', 'landDemand'],
  supplies: readonly { facts: Attributes; street: string }[],
  demands: readonly { facts: Attributes; streets: readonly string[] }[],
  told: readonly string[][],
): void {
  const board = boardOf(demandKind, demands)
  for (const [place, { facts, street }] of supplies.entries()) {
    const against = judgeAgainst({ id: place, kind, title: 't', facts, street_ids: [street] }, DAY)
    const said = saidBy(ended(against.held(board, 0)), demands.length)
    expect(said).toEqual(told.map((verdicts) => verdicts[place]))
    expect(ended(against.meeting(board, 0)).map(({ id }) => id)).toEqual(said.flatMap((verdict, id) => (verdict === 'match' ? [id] : [])))
  }
}

type Truth = boolean | undefined
/** Judged by hand after domains/market.md D.2, without the engine: each requirement on its own, unknown where the supply has no value. */
function byHand(s: ReturnType<typeof supply>, d: ReturnType<typeof demand>): Truth[] {
  const of = s.facts as Record<string, any>
  const asked = d.facts as Record<string, any>
  const test = (key: string, holds: (value: any) => boolean): Truth => (of[key] === undefined ? undefined : holds(of[key]))
  const all: Truth[] = [
    test('trade', (trade) => (asked.trade === '4' ? ['1', '3', '6'] : ['2', '3']).includes(trade)),
    test('rentArea', (area) => area >= asked.areaMin),
  ]
  if (asked.areaMax !== undefined) {
    const whole = test('rentArea', (area) => area <= asked.areaMax)
    const part = test('minArea', (area) => area <= asked.areaMax)
    all.push(whole || part ? true : whole === false && part === false ? false : undefined)
  }
  if (asked.rentMax !== undefined) all.push(test('rentPrice', (price) => price <= asked.rentMax))
  if (asked.floorHeightMin !== undefined) all.push(test('floorHeight', (height) => height >= asked.floorHeightMin))
  if (asked.loadBearingMin !== undefined) all.push(test('loadBearing', (load) => load >= asked.loadBearingMin))
  if (asked.needDate !== undefined) all.push(test('availableDate', (day) => day <= asked.needDate))
  if (asked.structure?.length) all.push(test('structure', (structure) => asked.structure.includes(structure)))
  if (asked.fireGrade !== undefined) all.push(test('fireGrade', (grade) => 'ABCDE'.indexOf(grade) <= 'ABCDE'.indexOf(asked.fireGrade)))
  for (const facility of asked.facilities ?? []) all.push(test('facilities', (has) => has.includes(facility)))
  if (d.streets.length > 0) all.push(d.streets.includes(s.street))
  return all
}

it('200 workshops by 200 demands: the engine finds for each pair what is found by hand, and all three values occur', () => {
  const engine = engines.workshopInfo
  const demands: { facts: Attributes; streets: readonly string[] }[] = []
  const told: string[][] = []
  const supplies = Array.from({ length: 200 }, supply)
  const seen = new Set<string>()
  for (let n = 0; n < 200; n++) {
    const wish = demand()
    const rule = engine.compilePolicy(ruleOf(n, 'workshopDemand', 't', wish.facts, wish.streets))
    const board = (boards.workshopInfo ??= boardOf('workshopInfo', onBoard(supplies)))
    const against = judgeAgainst({ id: n, kind: 'workshopDemand', title: 't', facts: wish.facts, street_ids: wish.streets }, DAY)
    const onTheBoard = saidBy(ended(against.held(board, 0)), supplies.length)
    const meeting = ended(against.meeting(board, 0)).map(({ id }) => id)
    expect(meeting).toEqual(onTheBoard.flatMap((verdict, id) => (verdict === 'match' ? [id] : [])))
    demands.push(wish)
    told.push(onTheBoard)
    for (const [place, each] of supplies.entries()) {
      const truths = byHand(each, wish)
      const expected = truths.includes(false) ? 'false' : truths.includes(undefined) ? 'unknown' : 'true'
      const facts = engine.facts(answersOf(each.facts, each.street), DAY)
      const { ruleVerdict } = engine.judge(rule, facts, { applyDate: DAY })
      const said = ruleVerdict === 'match' ? 'true' : ruleVerdict === 'unknown' ? 'unknown' : 'false'
      expect(said, JSON.stringify([each, wish])).toBe(expected)
      expect(onTheBoard[place], said).toBe(ruleVerdict)
      seen.add(ruleVerdict)
    }
  }
  expect([...seen].toSorted()).toEqual(['match', 'near', 'nomatch', 'unknown'])
  fromTheSupply(['workshopInfo', 'workshopDemand'], supplies, demands, told)
})

it('every requirement of a demand is a condition; a demand for land compares what it promises with what the land requires', () => {
  expect(conditionOf('landDemand', { areaMin: 10, taxPerMu: 30 }, [])).toEqual({
    all: [
      { id: 'landArea:gte', field: 'landArea', op: 'gte', value: 10 },
      { id: 'taxPerMu:lte', field: 'taxPerMu', op: 'lte', value: 30 },
    ],
  })
})

const parcel = () => ({
  street: one(STREETS),
  facts: told({
    landArea: some(() => 10 + roll(60)),
    landNature: some(() => one(['01', '02', '04'])),
    supplyMode: some(() => one(['01', '02', '03'])),
    price: some(() => 28 + roll(20)),
    taxPerMu: some(() => 20 + roll(20)),
    investIntensity: some(() => 300 + 50 * roll(5)),
  }),
})
const landWish = () => ({
  streets: roll(2) === 0 ? [] : several(STREETS),
  facts: told({
    areaMin: 10 + roll(20),
    areaMax: some(() => 30 + roll(60)),
    priceMax: some(() => 28 + roll(20)),
    landNature: some(() => several(['01', '02', '04'])),
    supplyMode: some(() => several(['01', '02', '03'])),
    taxPerMu: some(() => 20 + roll(20)),
    investIntensity: some(() => 300 + 50 * roll(5)),
  }),
})
/** The requirements of the land for tax and investment may not exceed the promises of the demand. */
function landByHand(s: ReturnType<typeof parcel>, d: ReturnType<typeof landWish>): Truth[] {
  const of = s.facts as Record<string, any>
  const asked = d.facts as Record<string, any>
  const test = (key: string, holds: (value: any) => boolean): Truth => (of[key] === undefined ? undefined : holds(of[key]))
  const all: Truth[] = [test('landArea', (area) => area >= asked.areaMin)]
  if (asked.areaMax !== undefined) all.push(test('landArea', (area) => area <= asked.areaMax))
  if (asked.priceMax !== undefined) all.push(test('price', (price) => price <= asked.priceMax))
  if (asked.taxPerMu !== undefined) all.push(test('taxPerMu', (tax) => tax <= asked.taxPerMu))
  if (asked.investIntensity !== undefined) all.push(test('investIntensity', (sum) => sum <= asked.investIntensity))
  if (asked.landNature?.length) all.push(test('landNature', (nature) => asked.landNature.includes(nature)))
  if (asked.supplyMode?.length) all.push(test('supplyMode', (mode) => asked.supplyMode.includes(mode)))
  if (d.streets.length > 0) all.push(d.streets.includes(s.street))
  return all
}

it('200 parcels by 200 demands: the verdicts for land equal those computed by hand', () => {
  const engine = engines.landInfo
  const demands: { facts: Attributes; streets: readonly string[] }[] = []
  const told: string[][] = []
  const supplies = Array.from({ length: 200 }, parcel)
  const seen = new Set<string>()
  for (let n = 0; n < 200; n++) {
    const asked = landWish()
    const rule = engine.compilePolicy(ruleOf(n, 'landDemand', 't', asked.facts, asked.streets))
    const board = (boards.landInfo ??= boardOf('landInfo', onBoard(supplies)))
    const against = judgeAgainst({ id: n, kind: 'landDemand', title: 't', facts: asked.facts, street_ids: asked.streets }, DAY)
    const onTheBoard = saidBy(ended(against.held(board, 0)), supplies.length)
    const meeting = ended(against.meeting(board, 0)).map(({ id }) => id)
    expect(meeting).toEqual(onTheBoard.flatMap((verdict, id) => (verdict === 'match' ? [id] : [])))
    demands.push(asked)
    told.push(onTheBoard)
    for (const [place, each] of supplies.entries()) {
      const truths = landByHand(each, asked)
      const expected = truths.includes(false) ? 'false' : truths.includes(undefined) ? 'unknown' : 'true'
      const { ruleVerdict } = engine.judge(rule, engine.facts(answersOf(each.facts, each.street), DAY), { applyDate: DAY })
      const said = ruleVerdict === 'match' ? 'true' : ruleVerdict === 'unknown' ? 'unknown' : 'false'
      expect(said, JSON.stringify([each, asked])).toBe(expected)
      expect(onTheBoard[place], said).toBe(ruleVerdict)
      seen.add(ruleVerdict)
    }
  }
  expect([...seen].toSorted()).toEqual(['match', 'near', 'nomatch', 'unknown'])
  fromTheSupply(['landInfo', 'landDemand'], supplies, demands, told)
})
