import { Link } from 'react-router'
import { appealStatisticsNew } from '../../contract/appeal/statistics.ts'
import { appealLimit } from '../../contract/appeal/types.ts'
import { call } from '../api.ts'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import css from '../kit/figures.module.css'
import { FiguresPage, type Days } from '../kit/figures-page.tsx'
import { DrillList } from './drill-list.tsx'

const RATES = ['及时率（%）', '解决率（%）', '满意率（%）']
const load = async (days: Days) => {
  const silent = { silent: true }
  const [overview, offices, trend, durations] = await Promise.all([
    call(appealStatisticsNew.overview, { query: days }, silent),
    call(appealStatisticsNew.statistics, { query: { ...days, by: 'office' } }, silent),
    call(appealStatisticsNew.trend, { query: days }, silent),
    call(appealLimit.statistics, { query: days }, silent),
  ])
  return { overview, offices, trend, durations }
}

/** 诉求评价统计: the senders' satisfaction with each office, and its answer times, by closing date. */
export default function AssessAppeal() {
  return (
    <FiguresPage
      name="appeal-assess"
      label="办结日期"
      load={load}
      sheet={(days) => call(appealStatisticsNew.export, { query: { ...days, by: 'office' } })}
    >
      {({ overview, offices, trend, durations }) => {
        const rates = offices.series.filter((one) => RATES.includes(one.name))
        return (
          <>
            <dl className={css.items}>
              {overview.items.map((item) => (
                <div key={item.label}>
                  <dt>{item.label}</dt>
                  <dd>
                    <strong className="num">{item.to ? <Link to={item.to}>{item.value ?? '暂无'}</Link> : (item.value ?? '暂无')}</strong>{' '}
                    {item.value !== null && item.unit}
                    <small>{item.note}</small>
                  </dd>
                </div>
              ))}
            </dl>
            <BarChart title="各部门的及时率、解决率和满意率" unit="%" nameLabel="部门" names={offices.names} series={rates} />
            <DrillList title="打开各部门办结的诉求" figures={offices} />
            <BarChart
              title="各月的满意率"
              unit="%"
              nameLabel="月份"
              initial={{ mark: 'line' }}
              names={trend.names}
              series={trend.series.filter((one) => RATES.includes(one.name))}
            />
            <BarChart title="各大类平均办理工作日与时限" unit="天" nameLabel="大类" names={durations.names} series={durations.series} />
            <p className={css.note}>
              {offices.note}
              {durations.note} <Link to="/work/assessAppealList">逐件查看评价</Link>
            </p>
          </>
        )
      }}
    </FiguresPage>
  )
}
