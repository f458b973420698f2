import { Button } from 'antd'
import { useState } from 'react'
import {
  carousel,
  carouselPositionLabels,
  carouselPositions,
  carouselStateCodes,
  carouselStateLabels,
  type Slide,
} from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { placeActions } from '../../kit/table/place-actions.ts'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { StoredPicture } from '../../kit/upload/stored-file-view.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { toast } from '../../toast.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'

const SlideDialog = lazyPart(() => import('./slide-dialog.client.tsx').then((m) => m.SlideDialog))
const SlidesDialog = lazyPart(() => import('./slides-dialog.client.tsx').then((m) => m.SlidesDialog))

const LIST = 'policycarousel'
const positions = carouselPositions.map((value) => ({ value, label: carouselPositionLabels[value] }))
const period = (row: Slide) => (row.showFrom || row.showTo ? `${row.showFrom ?? '即日'} 至 ${row.showTo ?? '长期'}` : '长期')
const fields = fieldsOf(
  carousel.list,
  {
    key: 'image',
    label: '图片',
    on: ['table'],
    width: 130,
    card: 'none',
    show: (row) => <StoredPicture filePath={row.image} alt={row.alt} width={96} height={32} />,
  },
  { key: 'title', label: '标题', on: ['table'], card: 'title', width: 240 },
  { key: 'position', label: '位置', kind: 'select', options: positions, on: ['search', 'table'], width: 110 },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(carouselStateLabels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 120,
    show: (row) => <StatusTag tone={carouselStateCodes.tones[row.state as 0]}>{carouselStateLabels[row.state]}</StatusTag>,
  },
  { key: 'order', label: '顺序', kind: 'number', on: ['table'], width: 80 },
  { key: 'showFrom', label: '展示日期', on: ['table'], width: 220, show: (row) => <span className="num">{period(row)}</span> },
  { key: 'url', label: '打开地址', on: ['table'], width: 220, hidden: true },
)
const criteria = searchFields(fields)
const shape = { ...searchShape(criteria), defaults: { filters: { position: 'home' } } }

/** 政策轮播图管理: slides of the public pages in their order. */
export default function ManageCarousel() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<Slide | 'new' | 'several' | null>(null)
  const move = (
    label: string,
    endpoint: typeof carousel.publish,
    name: NonNullable<Slide['allowed']>[number],
    effect: string,
    danger?: true,
  ): RowAction<Slide> => ({
    label,
    when: (row) => row.allowed?.includes(name) ?? false,
    ...(danger ? { danger } : {}),
    ask: (row) => ({ title: `${label}“${row.title}”？`, effect }),
    run: async (row) => {
      await call(endpoint, { body: { id: row.id, version: row.version } })
      toast.success(`已${label}`)
      await refresh()
    },
  })
  const shifts = placeActions<Slide>({
    ends: (row) => row.ends,
    move: async (row, direction) => {
      await call(carousel.move, { body: { id: row.id, direction } })
      await refresh()
    },
  })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有轮播图。新增并启用后，按顺序显示在政策首页。"
        fields={fields}
        shape={shape}
        endpoint={carousel.list}
        actions={[
          { label: '编辑', when: (row) => row.allowed?.includes('edit') ?? false, open: (row) => setOpen(row) },
          ...shifts,
          move('发布', carousel.publish, 'publish', '发布后在所选位置展示。'),
          move('上架', carousel.takeUp, 'takeUp', '重新在所选位置展示。'),
          move('取消发布', carousel.offPublish, 'offPublish', '取消发布后不再展示，图片不能公开打开。', true),
          move('下架', carousel.takeDown, 'takeDown', '下架后不再展示，图片不能公开打开。', true),
          {
            label: '删除',
            when: (row) => row.allowed?.includes('delete') ?? false,
            danger: true,
            ask: (row) => ({ title: `删除“${row.title}”？`, effect: '删除后不能在页面上恢复。' }),
            run: async (row) => {
              await call(carousel.remove, { body: { id: row.id, version: row.version } })
              await refresh()
            },
          },
        ]}
        tools={
          <>
            <Button onClick={() => setOpen('several')}>批量新增</Button>
            <Button type="primary" onClick={() => setOpen('new')}>
              新增轮播图
            </Button>
          </>
        }
      />
      {open === 'several' && <SlidesDialog onClose={() => setOpen(null)} onDone={refresh} />}
      {open && open !== 'several' && <SlideDialog slide={open === 'new' ? null : open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
