import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { callData, type CallChart } from '../../contract/callcentre/calls.ts'
import { callGroups, type CallGroup } from '../../contract/callcentre/states.ts'
import { call } from '../api.ts'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import css from '../kit/figures.module.css'
import { FiguresPage, type Days } from '../kit/figures-page.tsx'

const loader = (by: CallGroup) => async (days: Days) => {
  const silent = { silent: true }
  const [overview, grouped, trend] = await Promise.all([
    call(callData.overview, { query: days }, silent),
    call(callData.statistics, { query: { ...days, by } }, silent),
    call(callData.trend, { query: { ...days, unit: 'month' } }, silent),
  ])
  return { overview, grouped, trend }
}
const groups = Object.entries(callGroups).map(([value, label]) => ({ value: value as CallGroup, label }))

/** Statistics of incoming, outgoing, transferred and untransferred calls, by agent, day, month, street or type (spec §3 L71). */
export default function CallFigures() {
  const [by, setBy] = useState<CallGroup>('agent')
  return (
    <FiguresPage name={`call-figures-${by}`} label="通话日期" load={loader(by)}>
      {({ overview, grouped, trend }) => (
        <>
          <dl className={css.items}>
            {overview.items.map((item) => (
              <div key={item.label}>
                <dt>{item.label}</dt>
                <dd>
                  <strong className="num">{item.value ?? '暂无'}</strong> {item.value !== null && item.unit}
                  <small>{item.note}</small>
                </dd>
              </div>
            ))}
          </dl>
          <div>
            <Select<CallGroup> aria-label="统计方式" value={by} options={groups} onChange={setBy} style={{ minWidth: 140 }} />
          </div>
          <Pair chart={grouped} name={callGroups[by]} />
          <BarChart
            title="各月的呼入与呼出"
            unit="次"
            nameLabel="月份"
            initial={{ mark: 'line' }}
            names={trend.nameList}
            series={inAndOut(trend)}
          />
          <p className={css.note}>按通话开始的日期统计本人可见范围内的通话。上报：转为诉求或转给部门的通话。</p>
        </>
      )}
    </FiguresPage>
  )
}

const inAndOut = ({ inName, outName, callIn, callOut }: CallChart) => [
  { name: inName, values: callIn },
  { name: outName, values: callOut },
]

function Pair({ chart, name }: { chart: CallChart; name: string }) {
  const linked = chart.nameList.flatMap((label, n) =>
    chart.to[n] ? [{ label, to: chart.to[n], all: chart.callIn[n]! + chart.callOut[n]! }] : [],
  )
  return (
    <>
      <BarChart title={`按${name}的呼入与呼出`} unit="次" nameLabel={name} names={chart.nameList} series={inAndOut(chart)} />
      <BarChart
        title={`按${name}的上报与未上报`}
        unit="次"
        nameLabel={name}
        initial={{ layout: 'stack' }}
        names={chart.nameList}
        series={[
          { name: '上报', values: chart.report },
          { name: '未上报', values: chart.notReport },
        ]}
      />
      {linked.length > 0 && (
        <details className={css.note}>
          <summary>打开通话记录</summary>
          <ul>
            {linked.map(({ label, to, all }) => (
              <li key={label}>
                <Link to={to}>
                  {label}（{all} 次）
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
