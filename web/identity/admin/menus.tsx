import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment, useState } from 'react'
import type { Data } from '../../../contract/endpoint.ts'
import { menuDesk, type MenuRow } from '../../../contract/identity/menus.ts'
import { call } from '../../api.ts'
import { placeActions } from '../../kit/table/place-actions.ts'
import { useConfirmed } from '../../kit/dialog/use-confirmed.ts'
import { readFailure } from '../../kit/failure.ts'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useNarrow } from '../../kit/use-media.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'
import { WayBackButton } from '../../kit/way-back.tsx'
import { TreeTable, type Branch } from '../../kit/table/tree-table.tsx'
import { session } from '../../session.ts'
import { deletionEffect, keptByBelow } from './menu-effect.ts'
import { AsRole, useAsRole } from './menus-as-role.tsx'
import css from './menus.module.css'

const MenuDialog = lazyPart(() => import('./menu-dialog.client.tsx').then((m) => m.MenuDialog))
const KEY = ['menu-desk']
type Listed = Data<typeof menuDesk.list>
/** The entries of one level as the page shows them. */
const levelOf = (read: Listed | undefined, parentId: number | null): number[] =>
  (read?.list ?? []).filter((row) => row.parentId === parentId).map(({ id }) => id)

/** The roles that see an entry; those that lack the permission of its page are marked. */
const seenBy = (row: MenuRow) =>
  row.roles.length === 0 ? (
    <span className="meta">{row.url ? '无人可见' : '随下级显示'}</span>
  ) : (
    row.roles.map((name, i) => (
      <Fragment key={name}>
        {i > 0 && '、'}
        {name}
        {row.lacking.includes(name) && <span className={css.lacking}>（没有“{row.asks}”）</span>}
      </Fragment>
    ))
  )

/** How an entry stands, and how it looks to the chosen role. */
const Marks = ({ row, as }: { row: Branch<MenuRow>; as: ReturnType<typeof useAsRole> }) => (
  <>
    {as.role !== null && as.sees(row) && <StatusTag tone="done">{row.hidden ? '打得开' : '看得见'}</StatusTag>}
    {as.role !== null && row.lacking.includes(as.role) && <StatusTag tone="urgent">有菜单没有权限</StatusTag>}
    {row.hidden && <StatusTag tone="off">隐藏</StatusTag>}
    {row.disabled && <StatusTag tone="waiting">不可点</StatusTag>}
  </>
)

/** 菜单管理: the menu tree of the work area, and the roles that see each entry. */
export default function Menus() {
  const client = useQueryClient()
  const narrow = useNarrow()
  const [open, setOpen] = useState<Partial<MenuRow> | null>(null)
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: KEY }),
      client.invalidateQueries({ queryKey: ['options', 'menu-folders'] }),
      session.follow().catch(() => {}),
    ])
  const confirming = useConfirmed()
  /** A refusal is told, unless it was the question that was answered with no. */
  const told = <T,>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      const { code, message } = readFailure(error)
      if (code !== 'CONFIRM') toast.error(message)
      throw error
    })
  const as = useAsRole()
  const shifts = placeActions<Branch<MenuRow>>({
    ends: (row) => row.ends,
    // On a page that somebody else has overtaken the move is refused, and the page shows the order of now.
    move: ({ id, version, parentId }, direction) =>
      call(menuDesk.move, { body: { id, version, seen: levelOf(client.getQueryData<Listed>(KEY), parentId), direction } }).finally(refresh),
  })
  return (
    <>
      <div className={css.tools}>
        <Button type="primary" onClick={() => setOpen({})}>
          新增菜单
        </Button>
        <WayBackButton
          kind="menu"
          title="菜单的修改记录"
          load={() => call(menuDesk.history, { query: { pageSize: 50 } }, { silent: true })}
          undo={(id) => told(confirming('仍然撤销', (confirmed) => call(menuDesk.undo, { body: { id, confirmed } }, { silent: true })))}
          onDone={refresh}
        />
        <AsRole as={as} />
      </div>
      <TreeTable<MenuRow>
        queryKey={KEY}
        load={() => call(menuDesk.list, { query: {} }, { silent: true })}
        first="还没有菜单，先新增一个"
        width={1080}
        nameOf={(row) => row.name}
        rowClass={(row) => (as.role !== null && !as.sees(row) ? css.dimmed! : '')}
        columns={[
          {
            title: '菜单',
            dataIndex: 'name',
            render: (name: string, row) => (
              <>
                {name} <Marks row={row} as={as} />
                {narrow && (
                  <div className={`meta ${css.address}`}>
                    <div>{row.url || '目录'}</div>
                    <div>可见角色：{seenBy(row)}</div>
                    {row.asks && <div>页面要“{row.asks}”</div>}
                  </div>
                )}
              </>
            ),
          },
          {
            title: '地址',
            responsive: ['md'],
            dataIndex: 'url',
            width: 260,
            render: (url: string) => url || <span className="meta">目录</span>,
          },
          {
            title: '可见角色',
            responsive: ['md'],
            dataIndex: 'roles',
            width: 240,
            render: (_, row) => seenBy(row),
          },
          {
            title: '页面要的权限',
            responsive: ['md'],
            dataIndex: 'asks',
            width: 140,
            render: (asks: string | null, row) => asks ?? (row.url !== '' && <span className="meta">没有或不止一项</span>),
          },
          {
            title: '操作',
            key: 'actions',
            width: narrow ? 150 : 260,
            render: (_, row) => (
              <RowActions<Branch<MenuRow>>
                row={row}
                name={row.name}
                actions={[
                  { label: '编辑', open: () => setOpen(row) },
                  { label: '新增下级', when: () => row.url === '', open: () => setOpen({ parentId: row.id }) },
                  ...shifts,
                  {
                    label: '删除',
                    danger: true,
                    elsewhere: keptByBelow,
                    ask: () => ({ title: `删除菜单“${row.name}”？`, effect: deletionEffect(row.url) }),
                    run: async () => {
                      await told(
                        confirming('仍然删除', (confirmed) => call(menuDesk.remove, { body: { id: row.id, confirmed } }, { silent: true })),
                      )
                      toast.success('已删除')
                      await refresh()
                    },
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {open && <MenuDialog menu={open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
