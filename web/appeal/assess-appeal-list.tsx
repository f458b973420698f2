import { appeal } from '../../contract/appeal.ts'
import { appealScores } from '../../contract/appeal/states.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ExportButton } from '../kit/exchange/export-button.tsx'
import { exportSource } from '../kit/exchange/export-source.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useListAddress } from '../kit/table/use-list.ts'
import { useState } from 'react'
import { useCan } from '../session.ts'
import { offices } from './offices.ts'

const fields = fieldsOf(
  appeal.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '标题、内容、编号、企业' },
  { key: 'title', label: '诉求', on: ['table'], width: 260, card: 'title', to: (row) => `/work/adminAppeal?id=${row.id}` },
  {
    key: 'score',
    label: '评价',
    on: ['search', 'table'],
    searchKey: 'score',
    kind: 'select',
    options: [5, 4, 3, 2, 1].map((value) => ({ value, label: `${value} 分 · ${appealScores[value]}` })),
    sortable: 'score',
    width: 140,
    show: (row) => (row.score === null ? '未评价' : `${row.score} 分 · ${appealScores[row.score]}`),
  },
  { key: 'evaluateContent', label: '评价内容', on: ['table'], width: 300, show: (row) => row.evaluateContent ?? '未填写' },
  {
    key: 'officeName',
    label: '主办部门',
    on: ['search', 'table'],
    searchKey: 'officeId',
    kind: 'select',
    options: offices,
    width: 170,
    show: (row) => row.officeName ?? '无',
  },
  { key: 'companyName', label: '提出人', on: ['table'], width: 220, show: (row) => row.companyName ?? row.userName },
  { key: 'result', label: '办理结果', on: ['table'], width: 110, show: (row) => row.result ?? '无' },
  {
    key: 'closeTime',
    label: '办结时间',
    on: ['table'],
    sortable: 'closeTime',
    width: 160,
    show: (row) => <span className="num">{localMinute(row.closeTime)}</span>,
  },
  { key: 'submitTime', label: '提交时间', kind: 'date', on: ['search'], rangeKeys: ['startTime', 'endTime'] },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 诉求评价列表: the senders' evaluations, one by one. */
export default function AssessAppealList() {
  const can = useCan()
  const { state } = useListAddress(shape)
  const [total, setTotal] = useState<number | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name="assessAppeal"
        fields={fields}
        shape={shape}
        endpoint={appeal.list}
        asked={{ evaluated: 1 }}
        onAnswer={(answer) => setTotal(answer.total)}
        tools={
          can('export:run') && (
            <ExportButton
              title="诉求评价"
              source={exportSource('appeal', { ...state.filters, evaluated: '1' })}
              {...(total === null ? {} : { rows: total })}
            />
          )
        }
        first="还没有评价。诉求办结后，提出人可以评价。"
      />
    </>
  )
}
