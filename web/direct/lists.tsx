import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { directStaff } from '../../contract/direct.ts'
import { directListLabels } from '../../contract/direct/states.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { ListState } from './list-state.tsx'
import { useCan } from '../session.ts'
import { wan } from '../kit/money.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'

const DirectListForm = lazyPart(() => import('./list-form.client.tsx').then((m) => m.DirectListForm))

const at = (id: number) => `/work/directList?id=${id}`
const fields = fieldsOf(
  directStaff.list,
  { key: 'title', label: '名单', searchLabel: '名单名称', on: ['search', 'table'], card: 'title', width: 260, to: (row) => at(row.id) },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 240 },
  {
    key: 'year',
    label: '年度',
    kind: 'number',
    on: ['search', 'table'],
    width: 90,
    show: (row) => <span className="num">{row.year}</span>,
  },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(directListLabels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 140,
    show: (row) => <ListState list={row} />,
  },
  { key: 'forReview', label: '待确认', on: ['search'], kind: 'select', options: [{ label: '等我确认的', value: 1 }] },
  { key: 'listed', label: '企业', on: ['table'], width: 90, show: (row) => <span className="num">{row.listed} 家</span> },
  {
    key: 'amount',
    label: '金额',
    kind: 'money',
    unit: '万元',
    on: ['table'],
    width: 140,
    show: (row) => (
      <span className="num">
        {wan(row.amount)}
        {row.budget !== null && row.amount > row.budget && <strong style={{ color: 'var(--error)' }}>（超预算）</strong>}
      </span>
    ),
  },
  { key: 'consented', label: '已确认', on: ['table'], width: 90, show: (row) => <span className="num">{row.consented} 家</span> },
  {
    key: 'openObjections',
    label: '待答复异议',
    on: ['table'],
    width: 110,
    show: (row) => <span className="num">{row.openObjections}</span>,
  },
  { key: 'publicTo', label: '公示截止', on: ['table'], width: 120 },
  { key: 'waiting', label: '待办', kind: 'select', options: [{ value: '1', label: '公示期满或待移交' }], on: ['search'] },
  { key: 'toAnswer', label: '异议', kind: 'select', options: [{ value: '1', label: '等我答复' }], on: ['search'] },
  { key: 'createdByName', label: '编制人', on: ['table'], width: 140 },
  { key: 'createTime', label: '新建时间', kind: 'dateTime', on: ['table'], width: 170, hidden: true },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 免申即享名单: lists made from published policies, one list per policy and batch. */
export default function DirectLists() {
  const can = useCan()
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name="directLists"
        fields={fields}
        shape={shape}
        endpoint={directStaff.list}
        tools={
          can('direct:manage') && (
            <Button type="primary" onClick={() => setMaking(true)}>
              新建名单
            </Button>
          )
        }
        actions={[{ label: '查看', to: (row) => at(row.id) }]}
        first="还没有名单。选一项条件和金额都完整的政策，系统按企业档案生成名单，企业确认即可，不用申报。"
      />
      <FormDrawer title="新建名单" open={making} onClose={() => setMaking(false)} size={720}>
        <DirectListForm
          start={null}
          onCancel={() => setMaking(false)}
          onSaved={(id) => {
            setMaking(false)
            // Navigates after the form has recorded that nothing is unsaved; otherwise the form would ask before leaving.
            setTimeout(() => void navigate(at(id)), 0)
          }}
        />
      </FormDrawer>
    </>
  )
}
