import { appealStatistics } from '../../contract/appeal/statistics.ts'
import { call } from '../api.ts'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import css from '../kit/figures.module.css'
import { FiguresPage, type Days } from '../kit/figures-page.tsx'
import { DrillList } from './drill-list.tsx'

const load = async (days: Days) => {
  const silent = { silent: true }
  const [source, type, trend] = await Promise.all([
    call(appealStatistics.statistics, { query: { ...days, by: 'source' } }, silent),
    call(appealStatistics.statistics, { query: { ...days, by: 'type' } }, silent),
    call(appealStatistics.trend, { query: days }, silent),
  ])
  return { source, type, trend }
}

/** 诉求来源分析: number of appeals by channel and type, and by month. */
export default function AppealsSources() {
  return (
    <FiguresPage
      name="appeal-sources"
      label="提交日期"
      load={load}
      sheet={(days) => call(appealStatistics.export, { query: { ...days, by: 'source' } })}
    >
      {({ source, type, trend }) => (
        <>
          <BarChart title="各来源的诉求" unit="件" nameLabel="来源" names={source.names} series={source.series} />
          <DrillList title="打开各来源的诉求" figures={source} />
          <BarChart title="各月的诉求" unit="件" nameLabel="月份" initial={{ mark: 'line' }} names={trend.names} series={trend.series} />
          <BarChart title="各大类的诉求" unit="件" nameLabel="大类" names={type.names} series={type.series} />
          <DrillList title="打开各大类的诉求" figures={type} />
          <p className={css.note}>{source.note}</p>
        </>
      )}
    </FiguresPage>
  )
}
