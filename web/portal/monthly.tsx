import { useQuery } from '@tanstack/react-query'
import { work, type Monthly } from '../../contract/work.ts'
import { call } from '../api.ts'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import { showNumber } from '../kit/form/values.ts'
import css from './operator.module.css'

/** Charts of the last twelve months with the data that the user may see, one chart per unit. Without data nothing is shown. */
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

/** A text such as 本月政策咨询 2 件，提交的申报 5 件. */
const thisMonth = (series: Monthly['series']) =>
  `本月${series.map(({ name, unit, values }) => `${name} ${showNumber(values.at(-1) ?? 0)} ${unit}`).join('，')}`
