import type { EChartsOption } from 'echarts'
import { CHART_PALETTE_SIZE } from '../../../contract/constants.ts'

/** Six colours in a fixed order (ux §3.2), the same as --chart-1 … --chart-6; people with colour blindness can also tell them apart. */
export const chartPalette = ['#0b4f94', '#c96f12', '#37806a', '#6a2a54', '#389dc1', '#a23029'] as const
const REST = { name: '其他', color: '#7f8b97' }

export interface Series {
  name: string
  /** one per category; null = unknown, shown as a gap, never as 0 */
  values: readonly (number | null)[]
}
export interface ChartData {
  /** categories along the axis */
  names: readonly string[]
  series: readonly Series[]
}
/** Line or bar, and whether the series of a category stand side by side (tiled) or on each other (stack): the switches of spec §2. */
export interface ChartForm {
  mark: 'bar' | 'line'
  layout: 'tiled' | 'stack'
}

const total = (s: Series) => s.values.reduce<number>((sum, v) => sum + Math.abs(v ?? 0), 0)

/** With more series than colours, the five with the highest totals stay in their order, and the others are summed as 其他. */
export function withinPalette(series: readonly Series[]): readonly Series[] {
  if (series.length <= CHART_PALETTE_SIZE) return series
  const kept = new Set([...series].sort((a, b) => total(b) - total(a)).slice(0, CHART_PALETTE_SIZE - 1))
  const rest = series.filter((s) => !kept.has(s))
  const at = (i: number) => rest.map((s) => s.values[i] ?? null).filter((v) => v !== null)
  const values = series[0]!.values.map((_, i) => (at(i).length ? at(i).reduce((a, b) => a + b, 0) : null))
  return [...series.filter((s) => kept.has(s)), { name: REST.name, values }]
}

/** The echarts option. Long category names are rotated; values show their unit. */
export function chartOption(
  { names, series }: ChartData,
  form: ChartForm,
  { unit = '', patterns = false, fontSize = 13 } = {},
): EChartsOption {
  const shown = withinPalette(series)
  const turned = names.length > 8 || names.some((n) => n.length > 6)
  return {
    color: shown.map((s, i) => (series.includes(s) ? chartPalette[i]! : REST.color)),
    textStyle: { fontFamily: 'inherit', fontSize, color: '#46535f' },
    animationDuration: 200,
    grid: { left: 8, right: 16, top: shown.length > 1 ? 48 : 32, bottom: 8, outerBoundsMode: 'same' },
    ...(shown.length > 1
      ? { legend: { top: 4, itemGap: 20, left: 'center', type: 'scroll', textStyle: { color: '#46535f', fontSize } } }
      : {}),
    tooltip: { trigger: 'axis', axisPointer: { type: form.mark === 'bar' ? 'shadow' : 'line' }, valueFormatter: (v) => valueText(v, unit) },
    aria: { enabled: true, label: { enabled: false }, decal: { show: patterns } },
    xAxis: {
      type: 'category',
      data: [...names],
      axisTick: { alignWithLabel: true },
      axisLabel: { rotate: turned ? 35 : 0, fontSize, color: '#46535f', hideOverlap: true, width: 110, overflow: 'truncate' },
    },
    yAxis: {
      type: 'value',
      // Counts have whole-number axis steps.
      ...(shown.every((s) => s.values.every((v) => v === null || Number.isInteger(v))) ? { minInterval: 1 } : {}),
      ...(unit ? { name: unit, nameTextStyle: { align: 'left', fontSize, color: '#5a6874' } } : {}),
      axisLabel: { fontSize, color: '#46535f' },
      splitLine: { lineStyle: { color: '#e3e8ed' } },
    },
    series: shown.map((s) => ({
      name: s.name,
      type: form.mark,
      data: [...s.values],
      ...(form.layout === 'stack' ? { stack: 'all' } : {}),
      ...(form.mark === 'bar'
        ? { barMaxWidth: 40 }
        : { symbolSize: 7, lineStyle: { width: 2.5 }, ...(form.layout === 'stack' ? { areaStyle: { opacity: 0.25 } } : {}) }),
    })),
  }
}

const valueText = (v: unknown, unit: string): string =>
  typeof v === 'number' ? `${v.toLocaleString('zh-CN')}${unit ? ` ${unit}` : ''}` : '无'

/** Rows of the table behind the chart, sorted by a column (0 = category, then the series). Unknown values come last in both directions. */
export function tableRows(
  { names, series }: ChartData,
  sort: { column: number; descending: boolean } | null,
): { name: string; values: (number | null)[] }[] {
  const rows = names.map((name, i) => ({ name, values: series.map((s) => s.values[i] ?? null) }))
  if (!sort) return rows
  const sign = sort.descending ? -1 : 1
  return rows.sort((a, b) => {
    if (sort.column === 0) return sign * a.name.localeCompare(b.name, 'zh-CN')
    const x = a.values[sort.column - 1] ?? null
    const y = b.values[sort.column - 1] ?? null
    return x === null || y === null ? Number(x === null) - Number(y === null) : sign * (x - y)
  })
}
