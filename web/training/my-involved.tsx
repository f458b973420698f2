import { useState } from 'react'
import { activity, type MyActivity } from '../../contract/training/activity.ts'
import { enrolStates, trainingStatus } from '../../contract/training/states.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { spanText, StatusOf } from './activity-item.tsx'
import { activityPath, EVENTS } from './addresses.ts'
import { OwnCertificates } from './own-certificates.tsx'
import { INVOLVED } from './words.ts'

const Evaluate = lazyPart(() => import('./evaluate-dialog.client.tsx').then((m) => m.EvaluateDialog))

const fields = fieldsOf(
  activity.listMy,
  { key: 'title', label: '活动名称', on: ['search', 'table'], searchKey: 'keyword', width: 260, card: 'title' },
  { key: 'status', label: '状态', on: ['table'], width: 120, show: (row) => <StatusOf status={row.status} name={row.statusName} /> },
  {
    key: 'startTime',
    label: '时间',
    on: ['table'],
    width: 230,
    show: (row) => <span className="num">{spanText(row.startTime, row.endTime)}</span>,
  },
  { key: 'place', label: '地点', on: ['table'], width: 200, show: (row) => (row.online === 1 ? '线上' : row.place) },
  {
    key: 'mine',
    label: '我的报名',
    on: ['table'],
    width: 220,
    show: (row) =>
      row.mine.map((one) => `${one.contact}：${one.stateName}${one.score === null ? '' : `，已评 ${one.score} 分`}`).join('；'),
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)
const toEvaluate = (row: MyActivity) =>
  row.status === trainingStatus.code.toEvaluate && row.mine.some((one) => one.state === enrolStates.code.attended && one.score === null)

/** 我参与的活动: the user's enrolments, with links to the activity, to cancel, and to evaluate it. */
export default function MyInvolved() {
  const refresh = useRefreshList(INVOLVED)
  const [rating, setRating] = useState<MyActivity | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={INVOLVED}
        first={
          <p>
            还没有报名过活动，可以到
            <a className="in-text" href={EVENTS}>
              活动列表
            </a>
            看看。
          </p>
        }
        fields={fields}
        shape={shape}
        endpoint={activity.listMy}
        asked={{ scope: 'involved' }}
        actions={[
          { label: '评价', when: toEvaluate, open: setRating },
          { label: '查看', to: (row) => activityPath(row.id) },
        ]}
      />
      <p className="meta">
        报名的活动可以
        <a className="in-text" href="/page/policysub#sub-calendar">
          订阅到手机或电脑的日历
        </a>
        ，活动延期、取消时日历自动更新。
      </p>
      <OwnCertificates />
      {rating && <Evaluate row={rating} onClose={() => setRating(null)} onDone={refresh} />}
    </>
  )
}
