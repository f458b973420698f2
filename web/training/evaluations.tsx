import { useState } from 'react'
import { num, type EvaluatedActivity } from '../../contract/training/num.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'

const EvaluationWords = lazyPart(() => import('./evaluation-words.client.tsx').then((m) => m.EvaluationWords))
const none = '少于 3 人评价'
/** 5 分 9 人、4 分 3 人: only the scores that were given. */
const spread = (distribution: readonly number[]): string =>
  distribution
    .map((n, i) => ({ n, score: i + 1 }))
    .filter(({ n }) => n > 0)
    .toReversed()
    .map(({ n, score }) => `${score} 分 ${n} 人`)
    .join('，')
const fields = fieldsOf(
  num.evaluated,
  { key: 'title', label: '活动名称', on: ['search', 'table'], searchKey: 'keyword', width: 260, card: 'title' },
  {
    key: 'startTime',
    label: '时间',
    on: ['table'],
    width: 150,
    show: (row) => <span className="num">{localMinute(row.startTime)}</span>,
  },
  { key: 'evaluateNum', label: '评价 / 签到', on: ['table'], width: 110, show: (row) => `${row.evaluateNum} / ${row.attendNum}` },
  { key: 'evaluateAvg', label: '平均分', on: ['table'], width: 120, show: (row) => row.evaluateAvg ?? none },
  { key: 'distribution', label: '分布', on: ['table'], width: 260, show: (row) => row.distribution && spread(row.distribution) },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** Evaluations activity by activity. */
export function Evaluations() {
  const [open, setOpen] = useState<EvaluatedActivity | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name="trainEvaluated"
        first="还没有活动收到评价。"
        fields={fields}
        shape={shape}
        endpoint={num.evaluated}
        actions={[{ label: '评语', when: (row) => row.distribution !== null, open: setOpen }]}
      />
      {open && <EvaluationWords of={open} onClose={() => setOpen(null)} />}
    </>
  )
}
