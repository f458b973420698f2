import { Button, Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { levelOptions, managed, policyStateLabels, stateOptions, supportModeOptions, type ManagedPolicy } from '../../contract/policy.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/fields.ts'
import { PagedTable } from '../kit/paged-table.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/search-bar.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { useRefreshList } from '../kit/use-list.ts'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { withChunkTimeout } from '../shell/chunks.ts'
import { money } from './wording.ts'

// The list opens without the form (JavaScript budget of a table page).
const PolicyEditor = lazy(withChunkTimeout(() => import('./policy-editor.client.tsx')))

const LIST = 'policyserveradmin'
const tones = { 0: 'off', 1: 'waiting', 2: 'done', 3: 'off', 4: 'refused' } as const

const fields = fieldsOf<ManagedPolicy & { keyword?: string }>()(
  { key: 'keyword', label: '关键词', kind: 'text', on: ['search'], placeholder: '标题、文号' },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: stateOptions,
    on: ['search', 'table'],
    show: (row) => <StatusTag tone={tones[row.state as 0]}>{policyStateLabels[row.state as 0]}</StatusTag>,
  },
  { key: 'level', label: '级别', kind: 'select', options: levelOptions, on: ['search'] },
  { key: 'supportModes', searchKey: 'supportMode', label: '支持方式', kind: 'select', options: supportModeOptions, on: ['search'] },
  {
    key: 'policyTitle',
    label: '政策标题',
    on: ['table'],
    show: (row) => <Link to={`/work/policyserveradmin?id=${row.id}`}>{row.policyTitle}</Link>,
  },
  { key: 'policyDepName', label: '发文部门', on: ['table'] },
  { key: 'maxAmount', label: '最高金额', on: ['table'], show: (row) => (row.maxAmount === null ? '无' : money(row.maxAmount)) },
  { key: 'applyTo', label: '申报截止', kind: 'date', on: ['table'] },
  { key: 'viewNum', label: '浏览', kind: 'number', on: ['table'] },
  { key: 'updateTime', label: '更新时间', kind: 'dateTime', on: ['table'] },
)
const shape = searchShape(searchFields(fields))

/** 政策管理: the list, or the editor of one policy when the address names it. */
export default function ManagePolicies() {
  const [params] = useSearchParams()
  const can = useCan()
  const refresh = useRefreshList(LIST)
  const id = params.get('id')
  if (id)
    return (
      <Suspense fallback={<Skeleton active />}>
        <PolicyEditor key={id} id={id === 'new' ? null : Number(id)} />
      </Suspense>
    )

  const move = (
    label: string,
    endpoint: (typeof managed)['publish'],
    allowed: ManagedPolicy['allowed'][number],
    effect: string,
    danger?: true,
  ): RowAction<ManagedPolicy> => ({
    label,
    when: (row) => row.allowed.includes(allowed),
    ...(danger ? { danger } : {}),
    ask: (row) => ({ title: `${label}“${row.policyTitle}”？`, effect }),
    run: async (row) => {
      await call(endpoint, { body: { id: row.id, version: row.version } })
      toast.success(`已${label}`)
      await refresh()
    },
  })
  const actions: RowAction<ManagedPolicy>[] = [
    { label: '编辑', when: (row) => row.allowed.includes('edit'), to: (row) => `/work/policyserveradmin?id=${row.id}` },
    move('发布', managed.publish, 'publish', '发布后企业即可看到并参与匹配。'),
    move('上架', managed.takeUp, 'takeUp', '上架后重新对企业可见。'),
    move('下架', managed.takeDown, 'takeDown', '下架后企业不再看到，已提交的申报不受影响。', true),
    {
      label: (row) => (row.topFlag ? '取消置顶' : '置顶'),
      when: (row) => row.allowed.includes('setTop'),
      run: async (row) => {
        await call(managed.setTop, { body: { id: row.id, topFlag: row.topFlag ? 0 : 1 } })
        await refresh()
      },
    },
    {
      label: '删除',
      when: (row) => row.allowed.includes('delete'),
      danger: true,
      ask: (row) => ({ title: `删除“${row.policyTitle}”？`, effect: '草稿、已下架或审核未通过的政策才能删除。' }),
      run: async (row) => {
        await call(managed.remove, { body: { id: row.id, version: row.version } })
        toast.success('已删除')
        await refresh()
      },
    },
  ]
  return (
    <>
      <SearchBar fields={searchFields(fields)} shape={shape} />
      <PagedTable<ManagedPolicy>
        name={LIST}
        fields={fields as never}
        shape={shape}
        actions={actions}
        load={(query) => call(managed.list, { query: query as never })}
        tools={
          can('policy:edit') && (
            <Link to="/work/policyserveradmin?id=new">
              <Button type="primary">新增政策</Button>
            </Link>
          )
        }
      />
    </>
  )
}
