import { useSearchParams } from 'react-router'
import { operations } from '../../contract/operations.ts'
import { fieldsOf } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { searchShape } from '../kit/table/search-bar.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { LogTime } from './logs/cells.tsx'
import { Overview } from './operations/overview.tsx'
import { RecurringJobs } from './operations/recurring-jobs.tsx'

const alarmFields = fieldsOf(
  operations.alarms,
  { key: 'openedAt', on: ['table'], label: '发生', width: 180, show: (row) => <LogTime at={row.openedAt} /> },
  {
    key: 'closedAt',
    on: ['table'],
    label: '恢复',
    width: 180,
    show: (row) => (row.closedAt ? <LogTime at={row.closedAt} /> : <StatusTag tone="urgent">仍在持续</StatusTag>),
  },
  { key: 'kindName', on: ['table'], label: '类别', width: 150 },
  { key: 'title', on: ['table'], label: '内容', card: 'title' },
)
const alarmShape = searchShape([])

const tabs = [
  { key: 'state', label: '运行情况', children: <Overview /> },
  { key: 'jobs', label: '定时任务', children: <RecurringJobs /> },
  {
    key: 'alarms',
    label: '告警记录',
    children: <PagedTable name="alarms" first="还没有发生过告警。" fields={alarmFields} shape={alarmShape} endpoint={operations.alarms} />,
  },
]

/** 运行监控: the health of the platform, its recurring jobs, and its alarms. */
export default function Operations() {
  const [params, setParams] = useSearchParams()
  const tab = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'state'
  return <Tabs activeKey={tab} items={tabs} destroyOnHidden onChange={(key) => setParams(key === 'state' ? {} : { tab: key })} />
}
