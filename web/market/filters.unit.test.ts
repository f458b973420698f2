import { expect, test } from 'vitest'
import { filtersOf, typedWords } from './filters.ts'

test('typed filters are told in words, each once, with their unit', () => {
  const words = (kind: 'workshopInfo' | 'landDemand', query: string) => typedWords(kind, new URLSearchParams(query))
  expect(words('workshopInfo', 'q=枫桥&areaMin=800&areaMax=2000&priceMax=12&loadMin=500&availableBy=2026-06-01&fresh=1&sort=area')).toBe(
    '关键词“枫桥”；面积 800～2000 ㎡；价格不高于 12 元/㎡·月；承重不低于 500 kg/㎡；交付日期不晚于 2026-06-01；只看近期确认的',
  )
  expect(words('landDemand', 'areaMin=5&box=119,28,120,29&streetId=339999001')).toBe('面积不低于 5 亩；限地图上所选范围')
  expect(words('workshopInfo', 'areaMin=&page=2')).toBe('')
})

// Seen: trade=99&nature=zz left nothing, and no chip or link named them.
test('a filter without options stays while the address has it, so that it can be dropped', () => {
  const facets = { streetId: [{ value: '339999001', label: '云溪街道', count: 2 }], trade: [], nature: [], structure: [] }
  expect(filtersOf(facets, { trade: '99', nature: 'zz' }).map((one) => [one.name, 'options' in one ? one.options.length : null])).toEqual([
    ['镇街', 1],
    ['供需方式', 0],
    ['性质', 0],
  ])
  expect(filtersOf(facets, {}).map(({ name }) => name)).toEqual(['镇街'])
})
