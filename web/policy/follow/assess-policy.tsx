import { useState } from 'react'
import { follow } from '../../../contract/policy/follow.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import { exportSource } from '../../kit/exchange/export-source.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useListAddress } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import css from './follow.module.css'
import { scoreWords } from './scores.ts'

const scores = scoreWords.map((word, i) => ({ value: i + 1, label: `${i + 1} 分 · ${word}` }))
const fields = fieldsOf(
  follow.evaluateList,
  { key: 'keyword', label: '政策名称', kind: 'text', on: ['search'] },
  {
    key: 'policyTitle',
    label: '政策',
    on: ['table'],
    width: 260,
    card: 'title',
    show: (row) => <a href={`/page/policyserverdetail?id=${row.polInfoId}`}>{row.policyTitle}</a>,
  },
  { key: 'score', label: '评分', kind: 'select', options: scores, on: ['search', 'table'], width: 130 },
  { key: 'content', label: '评价内容', on: ['table'], width: 320, show: (row) => row.content || '未填写' },
  { key: 'userName', label: '评价人', on: ['table'], width: 200 },
  {
    key: 'createTime',
    label: '评价时间',
    kind: 'date',
    on: ['search', 'table'],
    rangeKeys: ['startTime', 'endTime'],
    width: 160,
    show: (row) => <span className="num">{localMinute(row.createTime)}</span>,
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 政策评价: readers' ratings of the policies, as figures over the filtered rows and one by one. */
export default function AssessPolicy() {
  const can = useCan()
  const { state } = useListAddress(shape)
  const [figures, setFigures] = useState<{ total: number; average: number | null; byScore: number[] } | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      {figures && figures.average !== null && (
        <section aria-label="评分分布">
          <p>
            平均 <strong className={css.average}>{figures.average}</strong> 分，共 {figures.total} 条评价
          </p>
          <div className={css.bars} role="table" aria-label="各评分的条数">
            {figures.byScore.map((n, i) => (
              <div key={scoreWords[i]} role="row" style={{ display: 'contents' }}>
                <span role="rowheader">
                  {i + 1} 分 · {scoreWords[i]}
                </span>
                <span role="presentation" className={css.bar} style={{ width: `${(n / Math.max(...figures.byScore)) * 100}%` }} />
                <span role="cell" className="num">
                  {n} 条
                </span>
              </div>
            ))}
          </div>
        </section>
      )}
      <PagedTable
        name="assessPolicy"
        fields={fields}
        shape={shape}
        endpoint={follow.evaluateList}
        onAnswer={setFigures}
        tools={
          can('export:run') && (
            <ExportButton
              title="政策评价"
              source={exportSource('policyEvaluation', state.filters)}
              {...(figures ? { rows: figures.total } : {})}
            />
          )
        }
        first="还没有人评价政策。企业和个人可以在政策详情页评价。"
      />
    </>
  )
}
