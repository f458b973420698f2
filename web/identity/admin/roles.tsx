import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { roles, type RoleRow } from '../../../contract/identity/roles.ts'
import { call } from '../../api.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'
import { RightsBack } from './rights-back.tsx'

const AccessReview = lazyPart(() => import('./access-review.tsx').then((m) => m.AccessReview))
const RightsChanges = lazyPart(() => import('./rights-changes.tsx').then((m) => m.RightsChanges))
const RoleDialog = lazyPart(() => import('./role-dialog.client.tsx').then((m) => m.RoleDialog))
const RoleViews = lazyPart(() => import('./role-views.client.tsx').then((m) => m.RoleViews))
const RuleDrawer = lazyPart(() => import('./rule-drawer.client.tsx').then((m) => m.RuleDrawer))

const LIST = 'roles'
const number = (n: number) => <span className="num">{n}</span>
const fields = fieldsOf(
  roles.list,
  { key: 'name', label: '角色', on: ['search', 'table'], searchLabel: '角色名称或代码', width: 180, card: 'title' },
  { key: 'code', label: '代码', on: ['table'], width: 140 },
  { key: 'userNum', label: '持有人', on: ['table'], width: 90, show: (row) => number(row.userNum) },
  { key: 'permissionNum', label: '权限', on: ['table'], width: 90, show: (row) => number(row.permissionNum) },
  { key: 'menuNum', label: '菜单', on: ['table'], width: 90, show: (row) => number(row.menuNum) },
  {
    key: 'description',
    label: '说明',
    on: ['table'],
    width: 280,
    show: (row) => row.description || (row.fixed ? '平台固有，不能修改' : '无'),
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 角色管理: roles with their rights and row rules, and the review of their holders. */
export default function RoleScreen() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const tab = asked === 'review' || asked === 'changes' ? asked : 'roles'
  return (
    <Tabs
      besideName
      activeKey={tab}
      destroyOnHidden
      onChange={(next) => setParams(next === 'roles' ? {} : { tab: next })}
      items={[
        { key: 'roles', label: '角色', children: <Roles /> },
        { key: 'changes', label: '变更申请', children: <RightsChanges /> },
        { key: 'review', label: '权限复核', children: <AccessReview /> },
      ]}
    />
  )
}

/** The permissions and menus of each role. */
function Roles() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<RoleRow | 'new' | null>(null)
  const [viewed, setViewed] = useState<RoleRow | null>(null)
  const [ruled, setRuled] = useState<RoleRow | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有角色。"
        fields={fields}
        shape={shape}
        endpoint={roles.list}
        tools={
          <>
            <RightsBack kind="role" title="角色的修改记录" onDone={refresh} />
            <Button type="primary" onClick={() => setOpen('new')}>
              新增角色
            </Button>
          </>
        }
        actions={[
          { label: (row) => (row.fixed ? '查看' : '编辑'), open: (row) => setOpen(row) },
          { label: '数据规则', when: (row) => !row.fixed, open: (row) => setRuled(row) },
          { label: '共享的视图', when: (row) => row.code !== 'enterprise' && row.code !== 'individual', open: (row) => setViewed(row) },
          { label: '持有人', to: (row) => `/work/user?roleId=${row.id}` },
          {
            label: '删除',
            danger: true,
            when: (row) => !row.fixed,
            ask: (row) => ({ title: `删除角色“${row.name}”？`, effect: '还有人持有的角色不能删除，请先收回。' }),
            run: async (row) => {
              await call(roles.remove, { body: { id: row.id } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
      />
      {viewed && <RoleViews role={viewed} onClose={() => setViewed(null)} />}
      {ruled && <RuleDrawer role={ruled} onClose={() => setRuled(null)} />}
      {open && <RoleDialog role={open === 'new' ? null : open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
