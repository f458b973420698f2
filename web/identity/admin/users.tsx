import { Button } from 'antd'
import { useState } from 'react'
import { identity } from '../../../contract/identity.ts'
import { isClosedAccount } from '../../../contract/identity/user-name.ts'
import { users, type UserRow } from '../../../contract/identity/users.ts'
import { call } from '../../api.ts'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import { exportSource } from '../../kit/exchange/export-source.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar } from '../../kit/table/search-bar.tsx'
import { useListAddress, useRefreshList } from '../../kit/table/use-list.ts'
import { ToldDrawer } from '../../kit/told.tsx'
import { useCan } from '../../session.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'
import { atTheServer } from './at-the-server.tsx'
import { criteria, fields, shape, withoutResets } from './user-fields.tsx'

const UserDialog = lazyPart(() => import('./user-dialog.client.tsx').then((m) => m.UserDialog))
const UserContacts = lazyPart(() => import('./user-contacts.client.tsx').then((m) => m.UserContacts))
const UserImport = lazyPart(() => import('./user-import.tsx').then((m) => m.UserImport))
const UserLeaves = lazyPart(() => import('./user-leaves.tsx').then((m) => m.UserLeaves))
const RolesDialog = lazyPart(() => import('./user-roles.tsx').then((m) => m.UserRoles))
const ExplainDrawer = lazyPart(() => import('./explain-drawer.client.tsx').then((m) => m.ExplainDrawer))
const FactorReset = lazyPart(() => import('./factor-reset.tsx').then((m) => m.FactorReset))
const EndSessions = lazyPart(() => import('./end-sessions.tsx').then((m) => m.EndSessions))
const ViewAs = lazyPart(() => import('./view-as.tsx').then((m) => m.ViewAs))
const FirstPassword = lazyPart(() => import('./first-password.tsx').then((m) => m.FirstPassword))

const LIST = 'users'

/** 用户管理: the system administrator maintains accounts, the security administrator assigns their roles. */
export default function Users() {
  const can = useCan()
  const refresh = useRefreshList(LIST)
  const { state } = useListAddress(shape)
  const [editing, setEditing] = useState<UserRow | 'new' | null>(null)
  const [importing, setImporting] = useState(false)
  const [leaving, setLeaving] = useState<UserRow | null>(null)
  const [granting, setGranting] = useState<UserRow | null>(null)
  const [asked, setAsked] = useState<UserRow | null>(null)
  const [told, setTold] = useState<UserRow | null>(null)
  const [seenAs, setSeenAs] = useState<UserRow | null>(null)
  const [ended, setEnded] = useState<UserRow | null>(null)
  const [lost, setLost] = useState<UserRow | null>(null)
  const [reached, setReached] = useState<UserRow | null>(null)
  const [password, setPassword] = useState<{ userName: string; password: string } | null>(null)
  const manages = can('user:manage')
  return (
    <>
      <SearchBar fields={can('role:manage') ? criteria : withoutResets} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有用户。"
        fields={fields}
        shape={shape}
        endpoint={users.list}
        tools={
          <>
            {manages && (
              <Button type="primary" onClick={() => setEditing('new')}>
                新增用户
              </Button>
            )}
            {manages && <Button onClick={() => setImporting(true)}>导入</Button>}
            <ExportButton title="导出用户" source={exportSource('user', state.filters)} />
          </>
        }
        actions={[
          // First, because it waits for an answer.
          {
            label: (row) => (row.factorReset?.own ? '解除申请' : '确认解除'),
            when: (row) => row.factorReset !== null && !row.own,
            open: (row) => setLost(row),
          },
          { label: '编辑', when: () => manages, open: (row) => setEditing(row) },
          { label: '授予角色', when: (row) => can('role:manage') && row.type === 'YYF' && !row.own, open: (row) => setGranting(row) },
          { label: '查看权限', when: (row) => can('role:manage') && row.type === 'YYF', open: (row) => setAsked(row) },
          {
            label: '以其视角查看',
            when: (row) => can('role:manage') && row.type === 'YYF' && row.enableFlag === 1 && !row.administrator,
            open: (row) => setSeenAs(row),
          },
          { label: '告知记录', when: () => manages, open: (row) => setTold(row) },
          { label: '联系方式', when: (row) => row.mobile !== '' || row.accountId !== '', open: (row) => setReached(row) },
          {
            label: '解锁',
            when: (row) => can('user:unlock') && row.locked && !row.own,
            run: async (row) => {
              await call(identity.unlock, { body: { id: row.id } })
              toast.success('已解锁')
              await refresh()
            },
          },
          {
            label: '重置密码',
            when: (row) => manages && row.type === 'YYF',
            elsewhere: atTheServer('重置密码', 'password'),
            ask: (row) => ({
              title: `重置“${row.name}”的密码？`,
              effect: '新密码只显示一次，首次登录须修改；该账号现有的登录全部结束。',
            }),
            run: async (row) => {
              const done = await call(users.resetPwd, { body: { id: row.id } })
              setPassword({ userName: row.userName, password: done.password })
            },
          },
          { label: '结束登录', when: (row) => can('role:manage') && !row.own, open: (row) => setEnded(row) },
          {
            label: '解除动态验证码',
            when: (row) => can('role:manage') && row.secondFactor && row.factorReset === null && !row.own,
            open: (row) => setLost(row),
          },
          {
            label: '解除手机号',
            when: (row) => manages && row.mobile !== '',
            elsewhere: atTheServer('解除手机号', 'mobile'),
            ask: (row) => ({
              title: `解除“${row.name}”绑定的手机号？`,
              effect: '本人不能再使用原号码时解除；之后由本人在“账号设置”绑定新的号码。',
            }),
            run: async ({ id, version, userName, name, officeId }) => {
              await call(users.save, { body: { id, version, userName, name, officeId, mobile: '' } })
              toast.success('已解除')
              await refresh()
            },
          },
          {
            label: '停用',
            danger: true,
            when: (row) => manages && row.enableFlag === 1 && !row.own,
            elsewhere: atTheServer('停用', 'disable'),
            open: (row) => setLeaving(row),
          },
          {
            label: '启用',
            when: (row) => manages && row.enableFlag === 0 && !isClosedAccount(row),
            elsewhere: atTheServer('启用', 'enable'),
            run: async (row) => {
              await call(users.setEnabled, { body: { id: row.id, enableFlag: 1 } })
              toast.success('已启用')
              await refresh()
            },
          },
          {
            label: '删除',
            danger: true,
            when: (row) => manages && row.lastLogin === null && !row.own && !row.administrator,
            ask: (row) => ({ title: `删除“${row.name}”？`, effect: '只有从未登录过的账号可以删除。' }),
            run: async (row) => {
              await call(users.remove, { body: { id: row.id } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
      />
      {importing && <UserImport onClose={() => setImporting(false)} onDone={refresh} />}
      {editing && (
        <UserDialog
          user={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={async (made) => {
            if (made) setPassword(made)
            await refresh()
          }}
        />
      )}
      {leaving && (
        <UserLeaves
          user={leaving}
          send={(takers) => call(users.disable, { body: { id: leaving.id, takers } }, { silent: true })}
          onClose={() => setLeaving(null)}
          onDone={async () => {
            toast.success('已停用')
            await refresh()
          }}
        />
      )}
      {asked && <ExplainDrawer user={asked} onClose={() => setAsked(null)} />}
      {reached && <UserContacts user={reached} onClose={() => setReached(null)} />}
      {told && <ToldDrawer kind="user" id={told.id} name={told.name} onClose={() => setTold(null)} />}
      {seenAs && <ViewAs user={seenAs} onClose={() => setSeenAs(null)} />}
      {ended && <EndSessions user={ended} onClose={() => setEnded(null)} />}
      {lost && <FactorReset row={lost} onClose={() => setLost(null)} onDone={refresh} />}
      {granting && <RolesDialog user={granting} onClose={() => setGranting(null)} onDone={refresh} />}
      {password && <FirstPassword {...password} onClose={() => setPassword(null)} />}
    </>
  )
}
