import { useQuery } from '@tanstack/react-query'
import { num, type TrainFigures } from '../../contract/training/num.ts'
import { call } from '../api.ts'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import { fieldsOf } from '../kit/form/fields.ts'
import { ScreenTabs } from '../kit/screen-tabs.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { searchShape } from '../kit/table/search-bar.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { Evaluations } from './evaluations.tsx'

const none = '少于 3 人评价'
const rate = (part: number, whole: number): string => (whole === 0 ? '无' : `${Math.round((part / whole) * 100)}%`)
const fields = fieldsOf(
  num.list,
  { key: 'type', label: '活动类型', on: ['table'], width: 140, card: 'title' },
  { key: 'activityNum', label: '场次', kind: 'number', on: ['table'], width: 100 },
  { key: 'enrolNum', label: '报名人数', kind: 'number', on: ['table'], width: 120 },
  { key: 'attendNum', label: '签到人数', kind: 'number', on: ['table'], width: 120 },
  { key: 'evaluateNum', label: '评价人数', kind: 'number', on: ['table'], width: 120 },
  { key: 'evaluateAvg', label: '平均分', on: ['table'], width: 140, show: (row: TrainFigures) => row.evaluateAvg ?? none },
)
const shape = searchShape([])

/** 活动评价: attendance and evaluations by kind of activity in the last twelve months, and of each activity. */
export default function AssessPropaganda() {
  return (
    <ScreenTabs
      label="活动评价"
      tabs={[
        { key: 'types', label: '按类型', Body: ByType },
        { key: 'activities', label: '按活动', Body: Evaluations },
      ]}
    />
  )
}

function ByType() {
  const months = useQuery({ queryKey: ['training', 'months'], queryFn: () => call(num.statistics, { query: {} }, { silent: true }) })
  const sum = (name: string) => months.data?.series.find((one) => one.name === name)?.values.reduce((all, n) => all + n, 0) ?? 0
  return (
    <>
      <section aria-label="每月情况" className="card" style={{ padding: 16, marginBottom: 16 }}>
        {months.error ? (
          <ErrorState error={months.error} onRetry={() => void months.refetch()} />
        ) : (
          months.data && (
            <BarChart
              title={`近 12 个月办了 ${sum('活动')} 场活动，${sum('报名')} 人报名，签到率 ${rate(sum('签到'), sum('报名'))}`}
              nameLabel="月份"
              names={months.data.names}
              series={months.data.series}
            />
          )
        )}
      </section>
      <PagedTable name="trainFigures" first="还没有办过活动。" fields={fields} shape={shape} endpoint={num.list} />
    </>
  )
}
