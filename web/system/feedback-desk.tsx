import { useState } from 'react'
import { feedbackDesk, type FeedbackRow } from '../../contract/feedback.ts'
import { feedbackStateLabels } from '../../contract/feedback-states.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { FeedbackState } from './feedback-state.tsx'

const FeedbackMessage = lazyPart(() => import('./feedback-message.client.tsx').then((m) => m.FeedbackMessage))

const LIST = 'feedback'
const fields = fieldsOf(
  feedbackDesk.list,
  { key: 'title', label: '标题', on: ['table'], card: 'title', width: 220 },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(feedbackStateLabels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 110,
    show: (row) => <FeedbackState row={row} />,
  },
  { key: 'message', label: '留言', on: ['table'], width: 320 },
  { key: 'namevalue', label: '留言人', on: ['table'], width: 110 },
  { key: 'phonevalue', label: '手机号', on: ['search', 'table'], width: 140, placeholder: '完整的 11 位手机号' },
  {
    key: 'at',
    label: '留言时间',
    kind: 'date',
    on: ['search', 'table'],
    rangeKeys: ['startTime', 'endTime'],
    width: 160,
    show: (row) => <span className="num">{localMinute(row.at)}</span>,
  },
  { key: 'handlerName', label: '处理人', on: ['table'], width: 140 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 留言反馈: messages from the feedback dialog, unanswered ones first; the front desk reads and answers them. */
export default function FeedbackDesk() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<FeedbackRow | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有留言。读者点页脚“意见反馈”写的话会到这里。"
        fields={fields}
        shape={shape}
        endpoint={feedbackDesk.list}
        actions={[{ label: '查看', open: (row) => setOpen(row) }]}
      />
      {open && <FeedbackMessage row={open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
