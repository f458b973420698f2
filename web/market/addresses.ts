import type { MarketKind } from '../../contract/market/states.ts'

export const MARKET = '/page/sdmarket'
/** Address of the list of one kind; workshop supplies are the default. */
export const listOf = (kind: MarketKind): string => (kind === 'workshopInfo' ? MARKET : `${MARKET}?kind=${kind}`)
/** Parameters of the address that filter the list. */
export const filterKeys = [
  'streetId',
  'areaMin',
  'areaMax',
  'priceMin',
  'priceMax',
  'nature',
  'structure',
  'trade',
  'supplyMode',
  'facilities',
  'loadMin',
  'heightMin',
  'craneMin',
  'powerMin',
  'fireGrade',
  'availableBy',
  'box',
  'near',
  'fresh',
] as const
