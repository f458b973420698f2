import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { appealCodes, appealResults } from '../../contract/appeal/states.ts'
import { appeal } from '../../contract/appeal.ts'
import { appealType } from '../../contract/appeal/types.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { dictionary } from '../kit/choose/option-sources.ts'
import { ExportButton } from '../kit/exchange/export-button.tsx'
import { exportSource } from '../kit/exchange/export-source.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { QueueSteps } from '../kit/table/queue-steps.tsx'
import { useOpenRow } from '../kit/table/use-open-row.ts'
import { listKey, useListAddress } from '../kit/table/use-list.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { TODOS_KEY } from '../kit/todos-key.ts'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { CompanyFilter, companyNamed, streets } from './desk-filters.tsx'
import { offices } from './offices.ts'
import { AppealState, PromisedDay, STAFF_LIST } from './words.tsx'

const EnterAppealDrawer = lazyPart(() => import('./enter-appeal.client.tsx').then((m) => m.EnterAppealDrawer))
const AdminAppealDrawer = lazyPart(() => import('./admin-appeal.tsx').then((m) => m.AdminAppealDrawer))

const yes = [{ label: '是', value: 1 }]
const yesNo = [...yes, { label: '否', value: 0 }]
const { 0: _draft, ...labels } = appealCodes.labels
const fields = fieldsOf(
  appeal.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '标题、内容、编号、企业' },
  { key: 'forMe', label: '待我办理', kind: 'select', options: yes, on: ['search'] },
  { key: 'title', label: '标题', on: ['table'], width: 215, card: 'title' },
  { key: 'appealNo', label: '编号', on: ['table'], width: 165, show: (row) => <span className="num">{row.appealNo}</span> },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(labels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 190,
    show: (row) => (
      <>
        <AppealState row={row} /> {row.ruling && <StatusTag tone="urgent">待裁定</StatusTag>}
        {row.level === 2 && <StatusTag tone="urgent">提级督办</StatusTag>}
        {row.mergedInto && <StatusTag tone="off">已并案</StatusTag>}
        {row.mergedCount > 0 && <StatusTag tone="running">并案 {row.mergedCount} 件</StatusTag>}
      </>
    ),
  },
  {
    key: 'deadline',
    label: '承诺办结',
    on: ['table'],
    sortable: 'deadline',
    width: 235,
    show: (row) => <PromisedDay row={row} />,
  },
  {
    key: 'companyName',
    label: '提出人',
    on: ['search', 'table'],
    searchKey: 'companyId',
    searchLabel: '企业',
    as: CompanyFilter,
    named: companyNamed,
    placeholder: '按名称查找企业',
    width: 220,
    show: (row) => row.companyName ?? row.userName,
  },
  {
    key: 'streetName',
    label: '镇街',
    on: ['search', 'table'],
    searchKey: 'streetId',
    kind: 'select',
    options: streets,
    width: 150,
    hidden: true,
    show: (row) => row.streetName ?? '未填',
  },
  {
    key: 'typeName',
    label: '类型',
    on: ['search', 'table'],
    searchKey: 'typeId',
    kind: 'select',
    options: { key: 'appeal:type-options', load: () => call(appealType.options, { query: {} }, { silent: true }) },
    width: 200,
    show: (row) => row.typeName,
  },
  {
    key: 'officeName',
    label: '主办部门',
    on: ['search', 'table'],
    searchKey: 'officeId',
    kind: 'select',
    options: offices,
    width: 170,
    show: (row) => row.officeName ?? '尚未转办',
  },
  {
    key: 'sourceTypeName',
    label: '来源',
    on: ['search', 'table'],
    searchKey: 'sourceType',
    kind: 'select',
    options: dictionary('appealSource'),
    width: 120,
    hidden: true,
    show: (row) => row.sourceTypeName,
  },
  { key: 'overdue', label: '已超期', kind: 'select', options: yes, on: ['search'] },
  { key: 'level', label: '提级督办', kind: 'select', options: [{ label: '是', value: 2 }], on: ['search'] },
  { key: 'extending', label: '申请延期', kind: 'select', options: yes, on: ['search'] },
  { key: 'ruling', label: '待裁定', kind: 'select', options: yes, on: ['search'] },
  {
    key: 'submitTime',
    label: '提交时间',
    kind: 'date',
    on: ['search', 'table'],
    rangeKeys: ['startTime', 'endTime'],
    sortable: 'submitTime',
    width: 160,
    show: (row) => <span className="num">{localMinute(row.submitTime)}</span>,
  },
  {
    key: 'closeTime',
    label: '办结时间',
    kind: 'date',
    on: ['search', 'table'],
    rangeKeys: ['closedFrom', 'closedTo'],
    sortable: 'closeTime',
    width: 160,
    hidden: true,
    show: (row) => <span className="num">{localMinute(row.closeTime) || '无'}</span>,
  },
  {
    key: 'result',
    label: '办理结果',
    kind: 'select',
    options: Object.entries(appealResults).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 110,
    hidden: true,
    show: (row) => row.result ?? '无',
  },
  { key: 'evaluated', label: '已评价', kind: 'select', options: yesNo, on: ['search'] },
  {
    key: 'score',
    label: '评价',
    on: ['table'],
    sortable: 'score',
    width: 90,
    show: (row) => (row.score === null ? '未评价' : `${row.score} 分`),
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 诉求管理: the appeals that the user's roles may read, by deadline and state; `?id=` opens one with the user's actions. */
export default function AdminAppeals() {
  const [id, open] = useOpenRow()
  const can = useCan()
  const [entering, setEntering] = useState(false)
  const { state } = useListAddress(shape)
  const client = useQueryClient()
  const refresh = () => Promise.all([listKey(STAFF_LIST), ['appeal'], TODOS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={STAFF_LIST}
        fields={fields}
        shape={shape}
        endpoint={appeal.list}
        tools={
          <>
            {can('appeal:enter') && <Button onClick={() => setEntering(true)}>代企业提交</Button>}
            {can('export:run') && <ExportButton title="企业诉求" source={exportSource('appeal', state.filters)} />}
          </>
        }
        first="还没有企业诉求。企业和个人在门户“企业诉求”提出后会到这里。"
        actions={[
          {
            label: (row) => (row.allowed.some((move) => move !== 'archive' && move !== 'delete') ? '办理' : '查看'),
            open: (row) => open(row.id),
          },
          {
            label: '归档',
            when: (row) => row.allowed.includes('archive'),
            ask: (row) => ({ title: `归档“${row.title}”？`, effect: '归档后不再变动。' }),
            run: async (row) => {
              await call(appeal.archive, { body: { id: row.id, version: row.version } })
              toast.success('已归档')
              await refresh()
            },
          },
        ]}
      />
      {entering && <EnterAppealDrawer onClose={() => setEntering(false)} onDone={refresh} />}
      <AdminAppealDrawer
        id={id}
        steps={id !== null && <QueueSteps name={STAFF_LIST} shape={shape} id={id} onOpen={open} />}
        onClose={() => open(null)}
        onDone={refresh}
      />
    </>
  )
}
