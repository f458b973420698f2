import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { offices, type OfficeRow } from '../../../contract/identity/offices.ts'
import { call } from '../../api.ts'
import { placeActions } from '../../kit/table/place-actions.ts'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useNarrow } from '../../kit/use-media.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'
import { TreeTable, type Branch } from '../../kit/table/tree-table.tsx'

const OfficeDialog = lazyPart(() => import('./office-dialog.client.tsx').then((m) => m.OfficeDialog))
const KEY = ['offices']

/** 部门管理: the tree of offices to which users and records belong. */
export default function Offices() {
  const client = useQueryClient()
  const narrow = useNarrow()
  const [open, setOpen] = useState<Partial<OfficeRow> | null>(null)
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: KEY }), client.invalidateQueries({ queryKey: ['options', 'office-tree'] })])
  const state = (row: OfficeRow) => <StatusTag tone={row.enableFlag ? 'done' : 'off'}>{row.enableFlag ? '启用' : '停用'}</StatusTag>
  const shifts = placeActions<Branch<OfficeRow>>({
    ends: (row) => row.ends,
    move: async (row, direction) => {
      await call(offices.move, { body: { id: row.id, direction } })
      await refresh()
    },
  })
  return (
    <>
      <p style={{ marginBottom: 12 }}>
        <Button type="primary" onClick={() => setOpen({})}>
          新增部门
        </Button>
      </p>
      <TreeTable<OfficeRow>
        queryKey={KEY}
        load={() => call(offices.list, { query: { pageSize: 100 } }, { silent: true })}
        first="还没有部门，先新增一个"
        width={760}
        nameOf={(row) => row.name}
        columns={[
          {
            title: '部门',
            dataIndex: 'name',
            render: (name: string, row) =>
              narrow ? (
                <>
                  {name}
                  <div className="meta">
                    {row.userNum} 人 {state(row)}
                  </div>
                </>
              ) : (
                name
              ),
          },
          { title: '代码', responsive: ['md'], dataIndex: 'code', width: 140 },
          {
            title: '在用账号',
            responsive: ['md'],
            dataIndex: 'userNum',
            width: 100,
            align: 'right',
            render: (n: number) => <span className="num">{n}</span>,
          },
          { title: '状态', responsive: ['md'], width: 90, render: (_, row) => state(row) },
          {
            title: '操作',
            key: 'actions',
            width: narrow ? 150 : 260,
            render: (_, row) => (
              <RowActions<Branch<OfficeRow>>
                row={row}
                name={row.name}
                actions={[
                  { label: '编辑', open: () => setOpen(row) },
                  { label: '新增下级', open: () => setOpen({ parentId: row.id }) },
                  ...shifts,
                  {
                    label: '删除',
                    danger: true,
                    ask: () => ({ title: `删除部门“${row.name}”？`, effect: '有人员或业务记录的部门不能删除，可以停用。' }),
                    run: async () => {
                      await call(offices.remove, { body: { id: row.id } })
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
      {open && <OfficeDialog office={open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
