import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { allowance } from '../../../contract/declaration/allowance.ts'
import { allowanceStates, allowanceStateLabels } from '../../../contract/declaration/allowance-states.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { toast } from '../../toast.ts'
import css from './allowance.module.css'
import { PUBLICITY, PublicityTable } from './publicity-table.tsx'
import { allowanceKey, progressOf, toneOf } from './wording.ts'
import { wan } from '../../kit/money.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { FormDrawer } from '../../kit/dialog/form-drawer.tsx'

const ApplicationForm = lazyPart(() => import('./application-form.client.tsx').then((m) => m.ApplicationForm))

const ObjectionDialog = lazyPart(() => import('./objection-dialog.tsx').then((m) => m.ObjectionDialog))
const AllowanceDrawer = lazyPart(() => import('./allowance-detail.tsx').then((m) => m.AllowanceDrawer))

const LIST = 'mySubsidy'
const fields = fieldsOf(
  allowance.listMy,
  { key: 'projectName', label: '项目名称', on: ['search', 'table'], card: 'title', width: 260 },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 260 },
  { key: 'year', label: '年度', on: ['table'], width: 90 },
  {
    key: 'amount',
    label: '金额',
    on: ['table'],
    kind: 'money',
    unit: '万元',
    width: 130,
    show: (row) => <span className="num">{wan(row.amount)}</span>,
  },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(allowanceStateLabels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 180,
    show: (row) => <StatusTag tone={toneOf(row.state)}>{progressOf(row).name}</StatusTag>,
  },
  { key: 'createTime', label: '登记时间', kind: 'dateTime', on: ['table'], width: 170 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)
/** 我的补贴: granted and requested subsidies of the company, with state and next step; present publicities, for objections. */
export default function MySubsidy() {
  const [params, setParams] = useSearchParams()
  const refresh = useRefreshList(LIST)
  const refreshPublic = useRefreshList(PUBLICITY)
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [objecting, setObjecting] = useState<number | null>(null)
  const id = /^\d{1,15}$/.test(params.get('id') ?? '') ? Number(params.get('id')) : null
  const open = (next: number | null) =>
    setParams((now) => {
      const to = new URLSearchParams(now)
      if (next === null) to.delete('id')
      else to.set('id', String(next))
      return to
    })
  const mine = (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={allowance.listMy}
        tools={
          <Button type="primary" onClick={() => setAsking(true)}>
            申请补贴
          </Button>
        }
        actions={[{ label: '查看', open: (row) => open(row.id) }]}
        first="还没有补贴。申报通过、部门登记或您申请的补贴都会列在这里。"
      />
    </>
  )
  return (
    <>
      <Tabs
        activeKey={params.get('tab') === 'public' ? 'public' : 'mine'}
        destroyOnHidden
        items={[
          { key: 'mine', label: '我的补贴', children: mine },
          { key: 'public', label: '公示', children: <PublicityTable onObject={setObjecting} /> },
        ]}
        onChange={(tab) => setParams(tab === 'public' ? { tab } : {})}
      />
      <AllowanceDrawer
        id={id}
        onClose={() => open(null)}
        actions={(d) =>
          d.state === allowanceStates.refused
          && !d.deleted
          && !d.objections.some((o) => o.own) && <Button onClick={() => setObjecting(d.id)}>对未通过提出异议</Button>
        }
      />
      <FormDrawer title="申请补贴" open={asking} onClose={() => setAsking(false)} size={720}>
        <p className={css.note}>政策对应的项目请在政策详情页申报；这里用于没有申报入口的补贴。提交后由主管部门审核。</p>
        <ApplicationForm
          onCancel={() => setAsking(false)}
          onDone={async () => {
            toast.success('提交成功，请等待审核')
            setAsking(false)
            await refresh()
          }}
        />
      </FormDrawer>
      <ObjectionDialog
        id={objecting}
        onClose={() => setObjecting(null)}
        onDone={() => Promise.all([refresh(), refreshPublic(), client.invalidateQueries({ queryKey: allowanceKey(objecting) })])}
      />
    </>
  )
}
