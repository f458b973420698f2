import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { myDeclaration, type DeclarationRow } from '../../contract/declaration.ts'
import { declarationStates } from '../../contract/declaration/states.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { byLabel } from '../kit/by-label.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { money } from '../kit/money.ts'
import { withChunkTimeout } from '../shell/chunks.ts'
import { toast } from '../toast.ts'
import { staffStates } from './review/states.ts'
import { remaining, timeText } from './times.ts'
import styles from './declare.module.css'
import { Tabs } from '../kit/tabs.tsx'

const LIST = 'myProject'
const editable: readonly number[] = [declarationStates.draft.code, declarationStates.withdrawn.code]
const open = (row: DeclarationRow) =>
  editable.includes(row.state) && row.allowed.includes('save')
    ? `/page/policyserverdeclare?id=${row.id}`
    : `/page/policyserverdectail?id=${row.id}`
/** States with the same public label are distinguished by their internal label. */
const words = Object.values(declarationStates).map((s, i, all) => ({
  label: all.findIndex((other) => other.public === s.public) < i ? `${s.public}（${s.internal}）` : s.public,
  value: String(s.code),
}))

const fields = fieldsOf(
  myDeclaration.list,
  { key: 'keyword', label: '关键词', kind: 'text', on: ['search'], placeholder: '项目、政策、受理号' },
  { key: 'projectName', label: '项目名称', on: ['table'], to: open, width: 260, card: 'title' },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: words,
    on: ['search', 'table'],
    width: 150,
    show: (row) => <StatusTag tone={staffStates[row.state]?.tone ?? 'off'}>{row.stateName}</StatusTag>,
  },
  { key: 'nextStep', label: '下一步', on: ['table'], width: 200 },
  {
    key: 'deadline',
    label: '期限',
    on: ['table'],
    width: 270,
    show: (row) => {
      const left = remaining(row.deadline, row.workdaysLeft)
      return (
        <>
          {timeText(row.deadline)} {left && <span className={left.urgent ? 'tag tag-error' : 'tag'}>{left.text}</span>}
        </>
      )
    },
  },
  {
    key: 'amount',
    label: '申请金额',
    kind: 'number',
    on: ['table'],
    width: 120,
    show: (row) => (row.amount === null ? '无' : money(row.amount)),
  },
  {
    key: 'approvedAmount',
    label: '核定金额',
    kind: 'number',
    on: ['table'],
    width: 120,
    show: (row) => (row.approvedAmount === null ? '无' : money(row.approvedAmount)),
  },
  { key: 'declareNo', label: '受理号', on: ['table'], width: 180 },
  { key: 'submitTime', label: '提交时间', on: ['table'], width: 160, show: (row) => timeText(row.submitTime) },
)
const search = searchShape(searchFields(fields))
const shape = { ...search, named: { group: '状态' }, filters: [...search.filters, 'group'] }

const Vault = lazy(withChunkTimeout(() => import('./vault.client.tsx')))

/** 我的项目: my company's declarations and stored papers. The tab is in the address. */
export default function MyProjects() {
  const [params, setParams] = useSearchParams()
  return (
    <Tabs
      activeKey={params.get('tab') === 'vault' ? 'vault' : 'list'}
      destroyOnHidden
      onChange={(tab) => setParams(tab === 'vault' ? { tab } : {})}
      items={[
        { key: 'list', label: '我的申报', children: <Declarations /> },
        {
          key: 'vault',
          label: '企业材料库',
          children: (
            <Suspense fallback={<Skeleton active />}>
              <Vault />
            </Suspense>
          ),
        },
      ]}
    />
  )
}

/** My company's declarations, the counts by state, and the actions on each. */
function Declarations() {
  const refreshList = useRefreshList(LIST)
  const [params, setParams] = useSearchParams()
  const counts = useQuery({
    queryKey: ['my-project-counts'],
    queryFn: () => call(myDeclaration.list, { query: { pageSize: 5 } }, { silent: true }),
  })
  const refresh = async () => {
    await Promise.all([refreshList(), counts.refetch()])
  }
  const show = (state: { by: 'state' | 'group'; state: number } | null) =>
    setParams((p) => {
      const next = new URLSearchParams(p)
      next.delete('page')
      next.delete('state')
      next.delete('group')
      if (state) next.set(state.by, String(state.state))
      return next
    })
  const total = counts.data?.counts.reduce((n, c) => n + c.count, 0) ?? 0
  const chosen = (by: string) => params.get(by)
  const whole = chosen('state') === null && chosen('group') === null

  const actions: RowAction<DeclarationRow>[] = [
    {
      label: (row) => (row.state === declarationStates.returned.code ? '补正' : '继续填写'),
      when: (row) => row.allowed.includes('save'),
      to: (row) => `/page/policyserverdeclare?id=${row.id}`,
    },
    { label: '查看', to: (row) => `/page/policyserverdectail?id=${row.id}` },
    {
      label: '提诉求',
      when: (row) => row.state !== declarationStates.draft.code,
      to: (row) => `/work/myAppeal?new=1&fromKind=declaration&fromId=${row.id}&about=${encodeURIComponent(row.projectName.slice(0, 60))}`,
    },
    {
      label: '撤回',
      when: (row) => row.allowed.includes('withdraw'),
      ask: (row) => ({ title: `撤回“${row.projectName}”？`, effect: '撤回后可修改并重新提交。' }),
      run: async (row) => {
        await call(myDeclaration.withdraw, { body: { id: row.id, version: row.version } })
        toast.success('已撤回')
        await refresh()
      },
    },
    {
      label: '删除',
      danger: true,
      when: (row) => row.allowed.includes('remove'),
      ask: (row) => ({ title: `删除“${row.projectName}”？`, effect: '已填写的内容和上传的材料一并删除，不能恢复。' }),
      run: async (row) => {
        await call(myDeclaration.remove, { body: { id: row.id } })
        toast.success('已删除')
        await refresh()
      },
    },
  ]
  return (
    <>
      <p className={styles.counts} role="group" aria-label="按状态查看">
        <Button type={whole ? 'primary' : 'default'} aria-pressed={whole} onClick={() => show(null)}>
          全部 {total}
        </Button>
        {byLabel(counts.data?.counts ?? [])
          .filter((c) => c.count > 0)
          .map((c) => (
            <Button
              key={c.label}
              type={chosen(c.by) === String(c.state) ? 'primary' : 'default'}
              aria-pressed={chosen(c.by) === String(c.state)}
              onClick={() => show(c)}
            >
              {c.label} {c.count}
            </Button>
          ))}
      </p>
      <SearchBar fields={searchFields(fields)} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有申报。在政策详情页点“立即申报”开始。"
        fields={fields}
        shape={shape}
        actions={actions}
        endpoint={myDeclaration.list}
        tools={
          <Link to="/work/mypolicy">
            <Button type="primary">查找可申报的政策</Button>
          </Link>
        }
      />
    </>
  )
}
