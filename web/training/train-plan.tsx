import { Button } from 'antd'
import { useState } from 'react'
import { plan, type TrainPlan as Plan } from '../../contract/training/plan.ts'
import type { PlanMove } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { askedAction } from '../kit/table/asked-action.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { spanText, StatusOf } from './activity-item.tsx'
import { ListExport } from './list-export.tsx'
import { PLANS, planStatusOptions } from './words.ts'

const PlanForm = lazyPart(() => import('./plan-form.client.tsx').then((m) => m.PlanForm))
const PlanDelay = lazyPart(() => import('./plan-form.client.tsx').then((m) => m.PlanDelay))

const fields = fieldsOf(
  plan.list,
  { key: 'planNo', label: '计划编号', on: ['table'], width: 140 },
  { key: 'title', label: '计划名称', on: ['search', 'table'], searchKey: 'keyword', width: 260, card: 'title' },
  { key: 'year', label: '年度', kind: 'number', on: ['search', 'table'], searchKey: 'year', width: 90, show: (row) => row.year },
  {
    key: 'status',
    label: '状态',
    kind: 'select',
    options: planStatusOptions,
    on: ['search', 'table'],
    searchKey: 'status',
    width: 130,
    show: (row) => <StatusOf status={row.status} name={row.shelfFlag === 1 ? `${row.statusName}（搁置）` : row.statusName} />,
  },
  { key: 'officeName', label: '部门', on: ['table'], width: 160 },
  {
    key: 'startTime',
    label: '时间',
    on: ['table'],
    width: 230,
    sortable: 'start',
    show: (row) => <span className="num">{spanText(row.startTime, row.endTime)}</span>,
  },
  { key: 'budget', label: '预算（万元）', kind: 'money', on: ['table'], width: 140, sortable: 'budget' },
  {
    key: 'doneNum',
    label: '完成',
    on: ['table'],
    width: 100,
    show: (row) => <span className="num">{`${row.doneNum} / ${row.activityNum} 场`}</span>,
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)
type Open = { what: 'form' | 'delay'; row: Plan | null }

/** 培训计划: the plans of a year with their progress. */
export default function TrainPlan() {
  const refresh = useRefreshList(PLANS)
  const writes = useCan()('train:manage')
  const [open, setOpen] = useState<Open | null>(null)
  const plain = (label: string, move: PlanMove, send: (row: Plan) => Promise<unknown>, effect: string, danger?: true) =>
    askedAction<Plan>({ label, when: (row) => row.allowed.includes(move), effect, danger, send, refresh })
  const one = ({ id, version }: Plan) => ({ id, version })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={PLANS}
        first="还没有培训计划。"
        fields={fields}
        shape={shape}
        endpoint={plan.list}
        actions={[
          { label: '编辑', when: (row) => row.allowed.includes('edit'), open: (row) => setOpen({ what: 'form', row }) },
          plain('下达', 'release', (row) => call(plan.release, { body: one(row) }), '下达后可以在计划里安排活动。'),
          { label: '延期', when: (row) => row.allowed.includes('delay'), open: (row) => setOpen({ what: 'delay', row }) },
          plain('搁置', 'shelf', (row) => call(plan.shelf, { body: one(row) }), '放回未发布，需要时再下达。'),
          plain('删除', 'delete', (row) => call(plan.remove, { body: one(row) }), '删除后不能在页面上恢复。', true),
        ]}
        tools={
          <>
            {writes && (
              <Button type="primary" onClick={() => setOpen({ what: 'form', row: null })}>
                新增计划
              </Button>
            )}
            <ListExport endpoint={plan.export} shape={shape} />
          </>
        }
      />
      {open?.what === 'form' && <PlanForm row={open.row} onClose={() => setOpen(null)} onDone={refresh} />}
      {open?.what === 'delay' && open.row && <PlanDelay row={open.row} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
