import { BarChart, LineChart, PieChart, RadarChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, RadarComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { EChartsOption } from 'echarts'
import { useEffect, useRef } from 'react'

use([
  BarChart,
  LineChart,
  PieChart,
  RadarChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  RadarComponent,
  TooltipComponent,
  SVGRenderer,
])

/**
 * Draws an echarts option as SVG (bar, line, pie, radar). It follows the width of its container; in print it uses patterns besides colours.
 * Always lazy: `const ChartCanvas = lazy(() => import('./chart-canvas.tsx'))`. It is decoration only: a table behind it holds the same
 * figures (BarChart does both).
 */
export default function ChartCanvas({ option, height }: { option: EChartsOption; height: number }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  useEffect(() => {
    const box = place.current!
    const drawn = init(box, null, { renderer: 'svg' })
    chart.current = drawn
    const sized = new ResizeObserver(() => drawn.resize())
    sized.observe(box)
    const patterns = (show: boolean) => drawn.setOption({ aria: { enabled: true, decal: { show } } })
    const before = () => patterns(true)
    const after = () => patterns(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
      sized.disconnect()
      drawn.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option])
  return <div ref={place} style={{ height, minWidth: 0, background: '#fff' }} aria-hidden="true" />
}
