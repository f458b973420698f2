import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BAR_CHART_HEIGHT_PX, CHART_PALETTE_SIZE } from '../../../contract/constants.ts'
import { chartOption, chartPalette, tableRows, withinPalette, type Series } from './chart-data.ts'

const names = ['一月', '二月', '三月']
const one: Series = { name: '呼入', values: [30, null, 12] }
const other: Series = { name: '呼出', values: [4, 8, 0] }
type Drawn = { name: string; type: string; stack?: string; data: (number | null)[] }[]
const drawn = (form: Parameters<typeof chartOption>[1]) => chartOption({ names, series: [one, other] }, form).series as unknown as Drawn

describe('bar chart', () => {
  test('K055 K056: 450 px high, six colours, equal to the tokens of the pages', () => {
    expect(BAR_CHART_HEIGHT_PX).toBe(450)
    expect(chartPalette.length).toBe(CHART_PALETTE_SIZE)
    const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8')
    chartPalette.forEach((colour, i) => expect(tokens).toContain(`--chart-${i + 1}: ${colour};`))
  })
  test('the four switches: line and bar change the chart type, stack and tiled whether series are stacked', () => {
    expect(drawn({ mark: 'bar', layout: 'tiled' }).map((s) => [s.type, s.stack])).toEqual([
      ['bar', undefined],
      ['bar', undefined],
    ])
    expect(drawn({ mark: 'line', layout: 'stack' }).map((s) => [s.type, s.stack])).toEqual([
      ['line', 'all'],
      ['line', 'all'],
    ])
  })
  test('an unknown value is a gap in the drawing and comes last in the table', () => {
    expect(drawn({ mark: 'bar', layout: 'tiled' })[0]!.data).toEqual([30, null, 12])
    const by = (descending: boolean) => tableRows({ names, series: [one, other] }, { column: 1, descending }).map((r) => r.values[0])
    expect(by(true)).toEqual([30, 12, null])
    expect(by(false)).toEqual([12, 30, null])
  })
  test('with more series than colours the five highest stay in order, the others are added up as 其他 in grey', () => {
    const many = [5, 9, 1, 7, 8, 6, 2].map((n, i) => ({ name: `部门${i}`, values: [n, null] }))
    const kept = withinPalette(many)
    expect(kept.map((s) => s.name)).toEqual(['部门0', '部门1', '部门3', '部门4', '部门5', '其他'])
    expect(kept.at(-1)!.values).toEqual([3, null])
    expect((chartOption({ names: ['a', 'b'], series: many }, { mark: 'bar', layout: 'tiled' }).color as string[]).at(-1)).toBe('#7f8b97')
  })
})
