import { sql, type RawBuilder } from 'kysely'
import type { workshopInfo } from '../../contract/market/item.ts'
import type { AttributeKey } from '../../contract/market/attributes.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'

export type Filters = Omit<Parsed<typeof workshopInfo.listReviewPassed>['query'], 'page' | 'pageSize' | 'sort'>
type Condition = RawBuilder<boolean>
const said = (key: AttributeKey) => sql<string>`(p.facts ->> ${sql.lit(key)})`
const figure = (key: AttributeKey) => sql<number>`(p.facts ->> ${sql.lit(key)})::numeric`
const among = (key: AttributeKey, values: readonly string[]): Condition => sql<boolean>`${said(key)} = any(${[...values]}::text[])`
/** Whether a multiple-choice attribute contains one of the values, or all of them. */
const holds = (key: AttributeKey, values: readonly string[], how: 'any' | 'all'): Condition =>
  sql<boolean>`${sql.raw(how === 'any' ? 'jsonb_exists_any' : 'jsonb_exists_all')}(coalesce(p.facts -> ${sql.lit(key)}, '[]'), ${[...values]}::text[])`

/** Filters with counts: key in the address, dictionary, attribute. For demands, trade means 求租 or 求购. */
export interface Facet {
  key: 'streetId' | 'nature' | 'structure' | 'trade' | 'supplyMode' | 'facilities' | 'fireGrade'
  dict: string
  attribute: AttributeKey | null
  several: boolean
}
export function facetsOf(kind: MarketKind): Facet[] {
  const several = marketKinds[kind].side === 'demand'
  const street: Facet = { key: 'streetId', dict: 'region', attribute: null, several: true }
  if (marketKinds[kind].of === 'land')
    return [
      street,
      { key: 'nature', dict: 'landNature', attribute: 'landNature', several },
      { key: 'supplyMode', dict: 'landSupplyMode', attribute: 'supplyMode', several },
    ]
  return [
    street,
    { key: 'trade', dict: 'workshopTrade', attribute: 'trade', several: false },
    { key: 'nature', dict: 'workshopNature', attribute: 'nature', several },
    { key: 'structure', dict: 'workshopStructure', attribute: 'structure', several },
    { key: 'facilities', dict: 'workshopFacility', attribute: 'facilities', several: true },
    { key: 'fireGrade', dict: 'fireGrade', attribute: 'fireGrade', several: false },
  ]
}

/** The condition of one facet; null when the filter has no value for it. */
export function facetCondition({ key, attribute, several }: Facet, f: Filters): Condition | null {
  const values = f[key]
  if (!values?.length) return null
  if (attribute === null) return sql<boolean>`(p.street_ids && ${[...values]}::text[] or (p.street_ids = '{}'))`
  if (!several) return among(attribute, values)
  return holds(attribute, values, key === 'facilities' ? 'all' : 'any')
}

export const lowest = {
  loadMin: ['loadBearing', 'loadBearingMin'],
  heightMin: ['floorHeight', 'floorHeightMin'],
  craneMin: ['craneTon', 'craneTonMin'],
  powerMin: ['powerCapacity', 'powerCapacityMin'],
} as const satisfies Partial<Record<keyof Filters, readonly [supply: AttributeKey, demand: AttributeKey]>>
/** Conditions of the filters besides facets. Words are not part of it: the search finds them and passes ids. */
export function plainConditions(kind: MarketKind, f: Filters, staleSince: string): Condition[] {
  const supply = marketKinds[kind].side === 'supply'
  const all: Condition[] = []
  if (f.areaMin !== undefined) all.push(sql<boolean>`p.area >= ${f.areaMin}::numeric`)
  if (f.areaMax !== undefined) all.push(sql<boolean>`p.area <= ${f.areaMax}::numeric`)
  if (f.priceMin !== undefined) all.push(sql<boolean>`p.price >= ${f.priceMin}::numeric`)
  if (f.priceMax !== undefined) all.push(sql<boolean>`p.price <= ${f.priceMax}::numeric`)
  for (const [key, [ofSupply, ofDemand]] of Object.entries(lowest)) {
    const value = f[key as 'loadMin']
    if (value !== undefined) all.push(sql<boolean>`${figure(supply ? ofSupply : ofDemand)} >= ${value}::numeric`)
  }
  if (f.availableBy && kind === 'workshopInfo')
    all.push(sql<boolean>`(${said('availableDate')} is null or ${said('availableDate')} <= ${f.availableBy})`)
  if (f.box) {
    const [west, south, east, north] = f.box as [number, number, number, number]
    all.push(sql<boolean>`point(p.lng * 0.87, p.lat) <@ box(point(${west * SHRINK}, ${south}), point(${east * SHRINK}, ${north}))`)
  }
  if (f.fresh === 1) all.push(sql<boolean>`p.fresh_at > ${staleSince}::timestamptz`)
  return all
}
/** Length of a degree of longitude at 29.5° north, in degrees of latitude; accurate enough to sort by distance. */
export const SHRINK = 0.87
export const METRES = 111_195
export const placeOf = ([lng, lat]: readonly number[]): RawBuilder<unknown> => sql`point(${lng! * SHRINK}, ${lat!})`
export const distanceTo = (near: readonly number[]): RawBuilder<number | null> =>
  sql<number | null>`round((point(p.lng * 0.87, p.lat) <-> ${placeOf(near)}) * ${sql.lit(METRES)})::float8`
