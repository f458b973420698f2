import { Button } from 'antd'
import { useState } from 'react'
import { contentCodes, type NewsMove } from '../../contract/content/states.ts'
import { news, type NewsItem } from '../../contract/content/news.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { placeActions } from '../kit/table/place-actions.ts'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { columnOptions, NEWS_LIST, stateOptions, StateTag } from './news-words.tsx'

const NewsForm = lazyPart(() => import('./news-form.client.tsx').then((m) => m.NewsForm))
const PublishDialog = lazyPart(() => import('./publish-dialog.client.tsx').then((m) => m.PublishDialog))
const NewsPreview = lazyPart(() => import('./news-preview.client.tsx').then((m) => m.NewsPreview))

const { published } = contentCodes.code
const fields = fieldsOf(
  news.list,
  { key: 'title', label: '标题', on: ['search', 'table'], searchKey: 'keyword', width: 300, card: 'title' },
  {
    key: 'columnName',
    label: '栏目',
    kind: 'select',
    options: columnOptions,
    on: ['search', 'table'],
    searchKey: 'columnId',
    width: 130,
    show: (r) => r.columnName,
  },
  {
    key: 'standing',
    label: '状态',
    kind: 'select',
    options: stateOptions,
    on: ['search', 'table'],
    searchKey: 'state',
    width: 210,
    show: (row) =>
      row.standing && (
        <StateTag
          state={row.standing.state}
          note={
            row.standing.state === published && !row.standing.shown
              ? row.standing.publishAt
                ? `${localMinute(row.standing.publishAt)} 公开`
                : '栏目未公开'
              : row.standing.opinion && row.standing.state === contentCodes.code.draft
                ? '审核未通过'
                : ''
          }
        />
      ),
  },
  { key: 'forReview', label: '待审核', on: ['search'], kind: 'select', options: [{ label: '等我审核的', value: 1 }] },
  { key: 'topFlag', label: '置顶', on: ['table'], width: 80, show: (row) => (row.topFlag === 1 ? '置顶' : '') },
  {
    key: 'publishTime',
    label: '发布时间',
    on: ['table'],
    width: 160,
    show: (row) => <span className="num">{row.publishTime ? localMinute(row.publishTime) : ''}</span>,
  },
  { key: 'viewNum', label: '浏览', kind: 'number', on: ['table'], width: 90 },
  { key: 'source', label: '来源', on: ['table'], width: 180, hidden: true },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)
type Open = { what: 'form' | 'preview' | 'publish' | 'review'; row: NewsItem | null }
const may = (row: NewsItem, move: NewsMove) => row.standing?.allowed.includes(move) ?? false

/** Articles of all states, with the actions that the user has for each. */
export function NewsTable() {
  const refresh = useRefreshList(NEWS_LIST)
  const writes = useCan()('news:manage')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const plain = (
    label: string,
    move: NewsMove,
    send: (row: NewsItem) => Promise<unknown>,
    ask?: { effect: string; danger?: true },
  ): RowAction<NewsItem> => ({
    label,
    when: (row) => may(row, move),
    ...(ask?.danger ? { danger: true } : {}),
    ...(ask ? { ask: (row: NewsItem) => ({ title: `${label}“${row.title}”？`, effect: ask.effect }) } : {}),
    run: async (row) => {
      await send(row)
      toast.success(`已${label}`)
      await refresh()
    },
  })
  const one = (row: NewsItem) => ({ id: row.id, version: row.standing?.version })
  const shifts = placeActions<NewsItem>({
    ends: (row) => row.standing?.ends,
    when: (row) => writes && row.standing?.state === published,
    move: async (row, direction) => {
      await call(news.move, { body: { id: row.id, direction } })
      await refresh()
    },
  })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={NEWS_LIST}
        first="还没有资讯。新增后送审，由另一人审核通过后公开。"
        fields={fields}
        shape={shape}
        endpoint={news.list}
        asked={{ scope: 'manage' }}
        actions={[
          { label: '审核', when: (row) => may(row, 'approve'), open: (row) => setOpen({ what: 'review', row }) },
          { label: '编辑', when: (row) => may(row, 'edit'), open: (row) => setOpen({ what: 'form', row }) },
          { label: '送审', when: (row) => may(row, 'submit'), open: (row) => setOpen({ what: 'publish', row }) },
          { label: '发布', when: (row) => may(row, 'publish'), open: (row) => setOpen({ what: 'publish', row }) },
          { label: '预览', open: (row) => setOpen({ what: 'preview', row }) },
          plain('撤回', 'withdraw', (row) => call(news.withdraw, { body: one(row) })),
          plain('下架', 'offPublish', (row) => call(news.offPublish, { body: one(row) }), {
            effect: '下架后任何人都看不到，附件也不能再打开。',
            danger: true,
          }),
          {
            label: (row) => (row.topFlag === 1 ? '取消置顶' : '置顶'),
            when: (row) => writes && row.standing?.state === published,
            run: async (row) => {
              await call(news.setTop, { body: { id: row.id, topFlag: row.topFlag === 1 ? 0 : 1 } })
              await refresh()
            },
          },
          ...shifts,
          {
            label: '删除',
            when: (row) => may(row, 'delete'),
            danger: true,
            ask: (row) => ({ title: `删除“${row.title}”？`, effect: '删除后不能在页面上恢复。' }),
            run: async (row) => {
              await call(news.remove, { body: one(row) })
              await refresh()
            },
          },
        ]}
        tools={
          writes && (
            <Button type="primary" onClick={() => setOpen({ what: 'form', row: null })}>
              新增资讯
            </Button>
          )
        }
      />
      {open?.what === 'form' && <NewsForm id={open.row?.id ?? null} onClose={close} onDone={refresh} />}
      {open?.what === 'publish' && open.row && <PublishDialog item={open.row} onClose={close} onDone={refresh} />}
      {(open?.what === 'preview' || open?.what === 'review') && open.row && (
        <NewsPreview item={open.row} review={open.what === 'review'} onClose={close} onDone={refresh} />
      )}
    </>
  )
}
