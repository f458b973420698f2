import { lazy, Suspense, useId, useMemo, useState, type ReactNode } from 'react'
import { BAR_CHART_HEIGHT_PX } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import css from './bar-chart.module.css'
import { chartOption, tableRows, type ChartData, type ChartForm } from './chart-data.ts'
import { showNumber } from '../form/values.ts'

const ChartCanvas = lazy(() => import('./chart-canvas.tsx'))

interface Props extends ChartData {
  /** states the finding, not the subject: 「十一月诉求比上月少三成」 */
  title: string
  /** unit of the values: 件, 万元 */
  unit?: string
  /** title of the table's first column */
  nameLabel?: string
  initial?: Partial<ChartForm>
  height?: number
  note?: ReactNode
}
const choices = {
  mark: { bar: '柱状', line: '折线' },
  layout: { tiled: '平铺', stack: '堆叠' },
} as const

/**
 * Bars or lines, side by side or stacked, with the same figures as a sortable table below (spec §2 bar charts; K055, K056). Needs no antd.
 */
export function BarChart({ title, unit = '', nameLabel = '类别', initial, height = BAR_CHART_HEIGHT_PX, note, names, series }: Props) {
  const id = useId()
  const [form, setForm] = useState<ChartForm>({ mark: 'bar', layout: 'tiled', ...initial })
  const elder = typeof document !== 'undefined' && document.documentElement.dataset.elder === '1'
  const option = useMemo(
    () => chartOption({ names, series }, form, { unit, patterns: elder, fontSize: elder ? 16 : 13 }),
    [names, series, form, unit, elder],
  )
  const empty = names.length === 0 || series.every((s) => s.values.every((v) => v === null))
  const group = <K extends keyof ChartForm>(key: K, label: string) => (
    <div role="radiogroup" aria-label={label} className={css.switch}>
      {Object.entries(choices[key]).map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={`${id}-${key}`}
            checked={form[key] === value}
            onChange={() => setForm({ ...form, [key]: value as ChartForm[K] })}
          />
          <span>{text}</span>
        </label>
      ))}
    </div>
  )
  return (
    <section className={css.chart} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {!empty && (
          <div className={css.tools} data-print="hide">
            {group('mark', '图形')}
            {series.length > 1 && group('layout', '排列')}
          </div>
        )}
      </div>
      {note && <p className={css.note}>{note}</p>}
      {empty ? (
        <p className={css.empty} style={{ height: Math.min(height, 160) }}>
          {messages.fallsEmpty}
        </p>
      ) : (
        <>
          <Suspense fallback={<div style={{ height }} aria-busy="true" />}>
            <ChartCanvas option={option} height={height} />
          </Suspense>
          <ChartTable names={names} series={series} unit={unit} nameLabel={nameLabel} title={title} />
        </>
      )}
    </section>
  )
}

function ChartTable({ names, series, unit, nameLabel, title }: ChartData & { unit: string; nameLabel: string; title: string }) {
  const [sort, setSort] = useState<{ column: number; descending: boolean } | null>(null)
  const heads = [nameLabel, ...series.map((s) => (unit ? `${s.name}（${unit}）` : s.name))]
  return (
    <details className={css.data}>
      <summary>数据表</summary>
      <div className={css.scroll} role="region" aria-label={`${title}的数据表`}>
        <table>
          <thead>
            <tr>
              {heads.map((head, column) => (
                <th key={head} scope="col" aria-sort={sort?.column === column ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
                  <button
                    type="button"
                    onClick={() => setSort({ column, descending: sort?.column === column ? !sort.descending : column > 0 })}
                  >
                    {head}
                    <span aria-hidden="true">{sort?.column === column ? (sort.descending ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tableRows({ names, series }, sort).map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                {row.values.map((v, i) => (
                  <td key={series[i]!.name}>{showNumber(v)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
