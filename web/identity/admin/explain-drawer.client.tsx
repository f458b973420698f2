import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Select, Spin } from 'antd'
import { useState } from 'react'
import { access, type Explanation } from '../../../contract/identity/access.ts'
import { menuDesk, type MenuNode } from '../../../contract/identity/menus.ts'
import { roles } from '../../../contract/identity/roles.ts'
import type { UserRow } from '../../../contract/identity/users.ts'
import { isPermissionCode } from '../../../contract/permissions.ts'
import { rowResource, rowResourceKeys, type RowResourceKey } from '../../../contract/row-rules.ts'
import { call } from '../../api.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { HeldRoles } from './held-roles.tsx'
import { recordIn } from './record-in.ts'
import css from './explain.module.css'

const kinds = rowResourceKeys.map((key) => ({ value: `rows ${key}`, label: rowResource(key).title }))

/** The entries that open something, each with its folders: 系统管理 / 用户管理. */
const screensIn = (nodes: readonly MenuNode[], above = ''): { value: string; label: string }[] =>
  nodes.flatMap(({ id, name, url, children }) => [
    ...(url === '' ? [] : [{ value: `screen ${id}`, label: above + name }]),
    ...screensIn(children, `${above}${name} / `),
  ])
const screenOf = (asked: string): number | null => (asked.startsWith('screen ') ? Number(asked.slice(7)) : null)

const resourceOf = (asked: string | null) => rowResourceKeys.find((key) => asked === `rows ${key}`)

/** 为什么能、为什么不能: explains what decides whether a user sees a page, may do one thing, or sees rows of one kind. */
export function ExplainDrawer({ user, onClose }: { user: UserRow; onClose(): void }) {
  const [asked, setAsked] = useState<string | null>(null)
  const kind = resourceOf(asked)
  const [record, setRecord] = useState<number | null>(null)
  const table = useQuery({
    queryKey: ['permission-table'],
    queryFn: () => call(roles.permissions, { query: {} }, { silent: true }),
    retry: false,
  })
  const menu = useQuery({ queryKey: ['menu-tree'], queryFn: () => call(menuDesk.tree, { query: {} }, { silent: true }), retry: false })
  return (
    <Drawer open title={`“${user.name}”能做什么、看得见什么`} size={640} destroyOnHidden onClose={onClose}>
      <HeldRoles userId={user.id} />
      <label className="field-label" htmlFor="explain-what">
        页面、数据或权限
      </label>
      <Select
        id="explain-what"
        className={css.choice}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="选择一个页面、一类数据，或一项权限"
        value={asked}
        onChange={(next: string) => {
          setAsked(next)
          setRecord(null)
        }}
        options={[
          { label: '看不看得见页面', options: screensIn(menu.data ?? []) },
          { label: '看得见哪些数据', options: kinds },
          ...(table.data ?? []).map((group) => ({
            label: `权限：${group.name}`,
            options: group.list.map(({ code, name }) => ({ value: code, label: name })),
          })),
        ]}
      />
      {table.isError && <ErrorState error={table.error} onRetry={() => void table.refetch()} />}
      {menu.isError && <ErrorState error={menu.error} onRetry={() => void menu.refetch()} />}
      {kind && <OneRecord key={`of ${asked}`} kind={kind} onAsk={setRecord} />}
      {asked && <Answer key={`${asked} ${record}`} userId={user.id} asked={asked} record={record} />}
    </Drawer>
  )
}

/** Asks for one record, by its id or by the copied address of its page. */
function OneRecord({ kind, onAsk }: { kind: RowResourceKey; onAsk(id: number | null): void }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const found = recordIn(text, kind)
        if (found === 'other') return setFault(`这不是“${rowResource(kind).title}”的页面地址，请先选对数据，或填写记录编号`)
        setFault(found === undefined ? '请填写记录编号，或粘贴这条记录页面的地址' : null)
        if (found !== undefined) onAsk(found)
      }}
    >
      <div className={css.record}>
        <label htmlFor="explain-record">只问一条（可不填）</label>
        <Input
          id="explain-record"
          value={text}
          maxLength={500}
          placeholder="打开这条记录，把页面地址粘贴到这里"
          {...(fault ? { 'aria-invalid': true, 'aria-describedby': 'explain-record-fault' } : {})}
          onChange={(e) => setText(e.target.value)}
        />
        <Button htmlType="submit">查这一条</Button>
      </div>
      {fault && (
        <p id="explain-record-fault" role="alert" className="field-error">
          {fault}
        </p>
      )}
    </form>
  )
}

function Answer({ userId, asked, record }: { userId: number; asked: string; record: number | null }) {
  const resource = resourceOf(asked)
  const menuId = screenOf(asked)
  const read = useQuery({
    queryKey: ['explain', userId, asked, record],
    queryFn: () =>
      call(
        access.explain,
        {
          query: {
            userId,
            ...(menuId !== null
              ? { menuId }
              : resource
                ? { resource, ...(record === null ? {} : { recordId: record }) }
                : isPermissionCode(asked)
                  ? { permission: asked }
                  : {}),
          },
        },
        { silent: true },
      ),
    retry: false,
    gcTime: 0,
  })
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Spin />
  const found = read.data
  return (
    <div role="status">
      <p className={css.answer}>
        {!found.gone && <StatusTag tone={found.may ? 'done' : 'off'}>{found.may ? '能' : '不能'}</StatusTag>} {found.words}
      </p>
      {found.asks && (
        <p>
          页面要“{found.asks.name}”权限：
          <StatusTag tone={found.asks.held ? 'done' : 'urgent'}>{found.asks.held ? '持有' : '没有'}</StatusTag>
        </p>
      )}
      {!found.gone && found.roles.length > 0 && <Chain of={found} />}
    </div>
  )
}

/** What each role of the user grants for the permission or kind of data in question. */
function Chain({ of }: { of: Explanation }) {
  const asksRows = of.total !== null
  return (
    <table className={css.chain}>
      <caption>持有的角色各给什么</caption>
      <thead>
        <tr>
          <th scope="col">角色</th>
          <th scope="col">给予的</th>
          {asksRows && (
            <>
              <th scope="col">数据规则</th>
              <th scope="col">看得见</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {of.roles.map((role) => (
          <tr key={role.roleId}>
            <th scope="row">
              {role.roleName}
              {role.term && <span className="meta">（{role.planned ? `尚未生效，${role.term}` : role.term}）</span>}
            </th>
            <td>{role.gives.join('、') || '没有'}</td>
            {asksRows && (
              <>
                <td>
                  {role.rule ?? (role.gives.length > 0 ? '没有规则' : '不起作用')}
                  {role.lacks && <span className="meta">（这一条{role.lacks}）</span>}
                </td>
                <td className="num">{role.rows} 条</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
