import type { MarketKind } from '../../contract/market/states.ts'

export const MARKET = '/page/sdmarket'
/** The list of one kind; workshops are what it shows by itself. */
export const listOf = (kind: MarketKind): string => (kind === 'workshopInfo' ? MARKET : `${MARKET}?kind=${kind}`)
/** Keys of the address that narrow the list. */
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
