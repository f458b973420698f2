import { useQuery } from '@tanstack/react-query'
import { work, type Monthly } from '../../contract/work.ts'
import { call } from '../api.ts'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import { showNumber } from '../kit/form/values.ts'
import css from './operator.module.css'

/** What the last twelve months brought, as far as this person may see: one chart for each unit. Nothing for who has no series. */
export function MonthlyCharts() {
  const { data } = useQuery({
    queryKey: ['work', 'statistics'],
    queryFn: () => call(work.statistics, { query: {} }, { silent: true }),
    retry: false,
  })
  if (!data || data.series.length === 0) return null
  return (
    <section className={css.panel} aria-labelledby="operator-monthly">
      <h2 id="operator-monthly">近 12 个月</h2>
      {[...new Set(data.series.map(({ unit }) => unit))].map((unit) => {
        const series = data.series.filter((one) => one.unit === unit)
        return (
          <BarChart key={unit} title={thisMonth(series)} unit={unit} nameLabel="月份" height={260} names={data.names} series={series} />
        )
      })}
    </section>
  )
}

/** 本月政策咨询 2 件，提交的申报 5 件 */
const thisMonth = (series: Monthly['series']) =>
  `本月${series.map(({ name, unit, values }) => `${name} ${showNumber(values.at(-1) ?? 0)} ${unit}`).join('，')}`
