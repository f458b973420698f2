import type { MarketFacets } from '../../contract/market/item.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { many, type Filter } from '../shell/public/filters.ts'

const names: Readonly<Record<string, string>> = {
  streetId: '镇街',
  trade: '供需方式',
  nature: '性质',
  structure: '结构',
  supplyMode: '供地方式',
  facilities: '配套设施',
  fireGrade: '火灾危险性类别',
}
/** Filters with counts, in the server's order. One without options stays while the address (`asked`) has it, so that it can be dropped. */
export const filtersOf = (facets: MarketFacets, asked: Readonly<Record<string, string>>): Filter[] =>
  Object.entries(facets).flatMap(([key, options]) => (options.length > 0 || asked[key] ? [many(key, names[key] ?? key, options)] : []))
/** A kind that there is not; a right one is changed by the tabs. */
export const kindFilter = { name: '种类', keys: ['kind'] } as const
/** Filters that are typed above the list; each can be removed when nothing is found. */
export const typedFilters = [
  { name: '关键词', keys: ['q'] },
  { name: '面积', keys: ['areaMin', 'areaMax'] },
  { name: '价格', keys: ['priceMin', 'priceMax'] },
  { name: '承重', keys: ['loadMin'] },
  { name: '层高', keys: ['heightMin'] },
  { name: '行车吨位', keys: ['craneMin'] },
  { name: '配电容量', keys: ['powerMin'] },
  { name: '交付日期', keys: ['availableBy'] },
  { name: '地图范围', keys: ['box'] },
  { name: '距离', keys: ['near'] },
  { name: '确认时间', keys: ['fresh'] },
] as const
export const sortsOf = (kind: MarketKind, near: boolean) => [
  { value: 'default', label: '综合' },
  { value: 'newest', label: '最新' },
  { value: 'area', label: '面积从小到大' },
  { value: '-area', label: '面积从大到小' },
  { value: 'price', label: kind === 'landInfo' || kind === 'workshopInfo' ? '价格从低到高' : '预算从低到高' },
  { value: 'views', label: '浏览最多' },
  ...(near ? [{ value: 'distance', label: '距离最近' }] : []),
]

/** The typed filters in words, for paper, where a form says nothing. */
export function typedWords(kind: MarketKind, params: URLSearchParams): string {
  const { areaUnit, priceUnit } = marketKinds[kind]
  const units: Readonly<Record<string, string>> = {
    areaMin: areaUnit,
    priceMin: priceUnit,
    loadMin: 'kg/㎡',
    heightMin: '米',
    craneMin: '吨',
    powerMin: 'kVA',
  }
  const whole: Readonly<Record<string, string>> = { box: '限地图上所选范围', near: '按离所选位置的距离', fresh: '只看近期确认的' }
  return typedFilters
    .flatMap(({ name, keys: [key, end] }) => {
      const [from, to] = [params.get(key), end ? params.get(end) : null]
      const unit = units[key]
      if (whole[key]) return from ? [whole[key]] : []
      if (key === 'availableBy') return from ? [`${name}不晚于 ${from}`] : []
      if (!unit) return from ? [`${name}“${from}”`] : []
      if (from && to) return [`${name} ${from}～${to} ${unit}`]
      return from ? [`${name}不低于 ${from} ${unit}`] : to ? [`${name}不高于 ${to} ${unit}`] : []
    })
    .join('；')
}
