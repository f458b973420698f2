import { Button } from 'antd'
import { useState } from 'react'
import type { ShelfMove } from '../../contract/content/states.ts'
import { newsColumn, type NewsColumn } from '../../contract/content/columns.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { call } from '../api.ts'
import { fieldsOf } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { placeActions } from '../kit/table/place-actions.ts'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { lateness } from './lateness.tsx'
import { COLUMN_LIST, StateTag } from './news-words.tsx'

const ColumnForm = lazyPart(() => import('./column-form.client.tsx').then((m) => m.ColumnForm))

const fields = fieldsOf(
  newsColumn.list,
  { key: 'path', label: '栏目', on: ['table'], card: 'title', width: 240 },
  {
    key: 'standing',
    label: '状态',
    on: ['table'],
    width: 130,
    show: (row) => row.standing && <StateTag state={row.standing.state} />,
  },
  { key: 'count', label: '公开篇数', kind: 'number', on: ['table'], width: 100 },
  { key: 'level', label: '浏览', on: ['table'], width: 90, show: (row) => <span className="num">{row.standing?.views}</span> },
  {
    key: 'topFlag',
    label: '最近更新',
    on: ['table'],
    width: 130,
    show: (row) => <span className="num">{row.standing?.newest ? shanghaiDay(Date.parse(row.standing.newest)) : '还没有'}</span>,
  },
  { key: 'parentId', label: '更新期限', on: ['table'], width: 130, show: (row) => lateness(row.standing?.late ?? null) },
  { key: 'name', label: '负责人', on: ['table'], width: 130, show: (row) => row.standing?.ownerName ?? '没有' },
)
const shape = searchShape([])
/** The tree of columns: order, states, and the days until their next article is due. */
export function ColumnTable() {
  const refresh = useRefreshList(COLUMN_LIST)
  const writes = useCan()('news:manage')
  const [open, setOpen] = useState<NewsColumn | 'new' | null>(null)
  const move = (label: string, name: ShelfMove, endpoint: typeof newsColumn.publish, effect: string): RowAction<NewsColumn> => ({
    label,
    when: (row) => row.standing?.allowed.includes(name) ?? false,
    ask: (row) => ({ title: `${label}栏目“${row.name}”？`, effect }),
    run: async (row) => {
      await call(endpoint, { body: { id: row.id, version: row.standing?.version } })
      toast.success(`已${label}`)
      await refresh()
    },
  })
  const shifts = placeActions<NewsColumn>({
    ends: (row) => row.standing?.ends,
    when: () => writes,
    move: async (row, direction) => {
      await call(newsColumn.move, { body: { id: row.id, direction } })
      await refresh()
    },
  })
  return (
    <>
      <PagedTable
        name={COLUMN_LIST}
        first="还没有栏目。"
        fields={fields}
        shape={shape}
        endpoint={newsColumn.list}
        asked={{ scope: 'manage', pageSize: 100 }}
        actions={[
          { label: '编辑', when: (row) => row.standing?.allowed.includes('edit') ?? false, open: (row) => setOpen(row) },
          move('发布', 'publish', newsColumn.publish, '发布后栏目和其中已发布的资讯都能看到。'),
          move('下架', 'offPublish', newsColumn.offPublish, '下架后栏目、子栏目和其中的资讯都看不到。'),
          ...shifts,
          {
            label: '删除',
            when: (row) => row.standing?.allowed.includes('delete') ?? false,
            danger: true,
            ask: (row) => ({ title: `删除栏目“${row.name}”？`, effect: '只有没有子栏目、没有资讯的栏目才能删除。' }),
            run: async (row) => {
              await call(newsColumn.remove, { body: { id: row.id, version: row.standing?.version } })
              await refresh()
            },
          },
        ]}
        tools={
          writes && (
            <Button type="primary" onClick={() => setOpen('new')}>
              新增栏目
            </Button>
          )
        }
      />
      {open && <ColumnForm column={open === 'new' ? null : open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
