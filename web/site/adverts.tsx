import { Button } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { advertCodes, adverts, SaveAdvert, type AdvertRow } from '../../contract/site/adverts.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { toast } from '../toast.ts'

const LIST = 'adverts'
const columns = fieldsOf(
  adverts.list,
  { key: 'title', label: '标题', on: ['table'], width: 180, card: 'title' },
  { key: 'state', label: '状态', on: ['search', 'table'], width: 120, kind: 'status', statuses: advertCodes.statuses },
  { key: 'text', label: '说明', on: ['table'], width: 240 },
  { key: 'url', label: '地址', on: ['table'], width: 240 },
  {
    key: 'fromDate',
    label: '显示日期',
    on: ['table'],
    width: 220,
    show: (row) => <span className="num">{`${row.fromDate ?? '现在'} 至 ${row.toDate ?? '下架为止'}`}</span>,
  },
)
const criteria = searchFields(columns)
const shape = searchShape(criteria)
const Typed = z.object({
  title: SaveAdvert.shape.title,
  text: SaveAdvert.shape.text,
  url: SaveAdvert.shape.url,
  fromDate: SaveAdvert.shape.fromDate,
  toDate: SaveAdvert.shape.toDate,
})
const fields = formFields(
  Typed,
  { key: 'title', label: '标题', maxLength: 30 },
  { key: 'text', label: '说明（可不填）', maxLength: 60 },
  { key: 'url', label: '地址', maxLength: 300, hint: '站内页面写 /page/ 开头的地址，其他网站写完整地址' },
  { key: 'fromDate', label: '开始显示（可不填）', kind: 'date', half: true },
  { key: 'toDate', label: '最后一天（可不填）', kind: 'date', half: true },
)
const may = (move: AdvertRow['allowed'][number]) => (row: AdvertRow) => row.allowed.includes(move)

/** 推广管理: slots beside the home page, by day; the first four that are published are shown. */
export default function Adverts() {
  const refresh = useRefreshList(LIST)
  const [editing, setEditing] = useState<AdvertRow | 'new' | null>(null)
  const change = (endpoint: typeof adverts.publish, said: string) => async (row: AdvertRow) => {
    await call(endpoint, { body: { id: row.id, version: row.version } })
    toast.success(said)
    await refresh()
  }
  const place = (direction: 'up' | 'down') => async (row: AdvertRow) => {
    await call(adverts.move, { body: { id: row.id, direction } })
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
          <Button type="primary" onClick={() => setEditing('new')}>
            新增推广位
          </Button>
        }
        actions={[
          { label: '发布', when: may('publish'), run: change(adverts.publish, '已发布') },
          {
            label: '下架',
            when: may('offPublish'),
            ask: (row) => ({ title: `下架“${row.title}”？`, effect: '首页立即不再显示。' }),
            run: change(adverts.offPublish, '已下架'),
          },
          { label: '编辑', run: (row) => setEditing(row) },
          { label: '上移', run: place('up') },
          { label: '下移', run: place('down') },
          {
            label: '删除',
            danger: true,
            when: may('delete'),
            ask: (row) => ({ title: `删除“${row.title}”？`, effect: '删除后不能恢复。' }),
            run: change(adverts.remove, '已删除'),
          },
        ]}
      />
      {editing && <AdvertDialog advert={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={refresh} />}
    </>
  )
}

function AdvertDialog({ advert: a, onClose, onDone }: { advert: AdvertRow | null; onClose(): void; onDone(): Promise<unknown> }) {
  return (
    <FormModal open title={a ? `编辑推广位：${a.title}` : '新增推广位'} onClose={onClose} width={600}>
      <RecordForm
        schema={Typed}
        fields={fields}
        initial={a ? { ...a } : {}}
        draft={{ key: `advert:${a?.id ?? 'new'}` }}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(adverts.save, { body: { ...values, ...(a ? { id: a.id, version: a.version } : {}) } }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
