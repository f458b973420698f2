import { Button } from 'antd'
import { useState } from 'react'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { advertCodes, adverts, ADVERTS_SHOWN, type AdvertRow } from '../../contract/site/adverts.ts'
import { call } from '../api.ts'
import { useConfirmed } from '../kit/dialog/use-confirmed.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { placeActions } from '../kit/table/place-actions.ts'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { WayBackButton } from '../kit/way-back.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'

const AdvertDialog = lazyPart(() => import('./advert-dialog.client.tsx').then((m) => m.AdvertDialog))

const LIST = 'adverts'
/** For example 发布后一直显示, 2026-03-01 起, 2026-03-01 至 2026-03-31. */
function daysShown({ fromDate, toDate }: Pick<AdvertRow, 'fromDate' | 'toDate'>): string {
  if (fromDate && toDate) return `${fromDate} 至 ${toDate}`
  if (fromDate) return `${fromDate} 起`
  return toDate ? `发布后至 ${toDate}` : '发布后一直显示'
}
const isOver = ({ toDate }: Pick<AdvertRow, 'toDate'>): boolean => toDate !== null && toDate < shanghaiDay(Date.now())
const columns = fieldsOf(
  adverts.list,
  { key: 'title', label: '标题', on: ['table'], width: 180, card: 'title' },
  {
    key: 'state',
    label: '状态',
    on: ['search', 'table'],
    width: 150,
    kind: 'status',
    statuses: advertCodes.statuses,
    show: (row) =>
      isOver(row) && row.state === advertCodes.code.published ? (
        <StatusTag tone="off">已发布，最后一天已过</StatusTag>
      ) : row.notShown && row.state === advertCodes.code.published ? (
        <StatusTag tone="waiting">已发布，首页未显示（最多四个）</StatusTag>
      ) : (
        <StatusTag tone={advertCodes.tones[row.state as keyof typeof advertCodes.tones]}>
          {advertCodes.labels[row.state as keyof typeof advertCodes.labels]}
        </StatusTag>
      ),
  },
  {
    key: 'fromDate',
    label: '显示日期',
    on: ['table'],
    width: 220,
    show: (row) => <span className="num">{daysShown(row)}</span>,
  },
  { key: 'text', label: '说明', on: ['table'], width: 200 },
  { key: 'url', label: '地址', on: ['table'], width: 200 },
)
const criteria = searchFields(columns)
const shape = searchShape(criteria)
const may = (move: AdvertRow['allowed'][number]) => (row: AdvertRow) => row.allowed.includes(move)

/** What publishing shows, and which slot the home page then leaves out. */
function effectOf(row: AdvertRow): string {
  const most = `首页同时最多显示 ${ADVERTS_SHOWN} 个推广位`
  if (row.notShown) return `${most}，它排在后面，发布后首页不显示；上移或下架别的以后才显示。`
  const shown = `它显示在首页（${daysShown(row)}）。`
  return row.displaces ? `${shown}${most}，“${row.displaces}”不再显示。` : shown
}

/** 推广管理: slots beside the home page, each for a period of days; the page shows the first four published ones. */
export default function Adverts() {
  const refresh = useRefreshList(LIST)
  const confirming = useConfirmed()
  const [editing, setEditing] = useState<AdvertRow | 'new' | null>(null)
  const change = (endpoint: typeof adverts.publish, said: string) => async (row: AdvertRow) => {
    await call(endpoint, { body: { id: row.id, version: row.version } })
    toast.success(said)
    await refresh()
  }
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={columns}
        shape={shape}
        endpoint={adverts.list}
        first="还没有推广位。新增并发布后显示在首页右侧，最多四个。"
        tools={
          <>
            <Button type="primary" onClick={() => setEditing('new')}>
              新增推广位
            </Button>
            <WayBackButton
              kind="advert"
              title="推广位的修改记录"
              load={() => call(adverts.history, { query: { pageSize: 50 } }, { silent: true })}
              undo={(id) => call(adverts.undo, { body: { id } })}
              onDone={refresh}
            />
          </>
        }
        actions={[
          {
            label: '发布',
            when: may('publish'),
            ask: (row) => ({ title: `发布“${row.title}”？`, effect: effectOf(row) }),
            run: change(adverts.publish, '已发布'),
          },
          {
            label: '下架',
            when: may('offPublish'),
            ask: (row) => ({ title: `下架“${row.title}”？`, effect: '首页立即不再显示。' }),
            run: change(adverts.offPublish, '已下架'),
          },
          { label: '编辑', open: (row) => setEditing(row) },
          ...placeActions<AdvertRow>({
            ends: (row) => row.ends,
            move: async (row, direction) => {
              await confirming('继续', (confirmed) => call(adverts.move, { body: { id: row.id, direction, confirmed } }, { silent: true }))
              await refresh()
            },
          }),
          {
            label: '删除',
            danger: true,
            when: may('delete'),
            ask: (row) => ({ title: `删除“${row.title}”？`, effect: '可以从“修改记录”撤销。' }),
            run: change(adverts.remove, '已删除'),
          },
        ]}
      />
      {editing && <AdvertDialog advert={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={refresh} />}
    </>
  )
}
