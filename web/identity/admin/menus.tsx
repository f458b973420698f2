import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
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
import css from './menus.module.css'

const MenuDialog = lazyPart(() => import('./menu-dialog.client.tsx').then((m) => m.MenuDialog))
const KEY = ['menu-desk']

/** 菜单管理: the menu tree of the work area, and the roles that see each entry. */
export default function Menus() {
  const client = useQueryClient()
  const narrow = useNarrow()
  const [open, setOpen] = useState<Partial<MenuRow> | null>(null)
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: KEY }), client.invalidateQueries({ queryKey: ['options', 'menu-folders'] })])
  const confirming = useConfirmed()
  /** A refusal is told, unless it was the question that was answered with no. */
  const told = <T,>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      const { code, message } = readFailure(error)
      if (code !== 'CONFIRM') toast.error(message)
      throw error
    })
  const marks = (row: MenuRow) => (
    <>
      {row.hidden && <StatusTag tone="off">隐藏</StatusTag>}
      {row.disabled && <StatusTag tone="waiting">不可点</StatusTag>}
    </>
  )
  const shifts = placeActions<Branch<MenuRow>>({
    ends: (row) => row.ends,
    move: async (row, direction) => {
      await call(menuDesk.move, { body: { id: row.id, direction } })
      await refresh()
    },
  })
  return (
    <>
      <p style={{ display: 'flex', gap: 8, marginBottom: 12 }}>
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
      </p>
      <TreeTable<MenuRow>
        queryKey={KEY}
        load={() => call(menuDesk.list, { query: {} }, { silent: true })}
        first="还没有菜单，先新增一个"
        width={960}
        columns={[
          {
            title: '菜单',
            dataIndex: 'name',
            render: (name: string, row) => (
              <>
                {name} {marks(row)}
                {narrow && <div className={`meta ${css.address}`}>{row.url || '目录'}</div>}
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
            render: (names: string[], row) => names.join('、') || <span className="meta">{row.url ? '无人可见' : '随下级显示'}</span>,
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
                    ask: () => ({ title: `删除菜单“${row.name}”？`, effect: '看得到它的人下次操作时菜单随即更新；页面本身还在。' }),
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
