import { Button, Skeleton } from 'antd'
import { lazy, Suspense, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { expansion, filledByLabels, type ExpansionTableRow } from '../../../contract/company/expansion.ts'
import { businessTypeOptions, EVERY_BUSINESS_TYPE, EVERY_BUSINESS_TYPE_LABEL } from '../../../contract/company/business-type.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { placeActions } from '../../kit/table/place-actions.ts'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { withChunkTimeout } from '../../shell/chunks.ts'
import { toast } from '../../toast.ts'

// The forms are loaded on demand, because of the JavaScript budget of a table page.
const TableEditor = lazy(withChunkTimeout(() => import('../maintain/table-editor.tsx')))
const TableData = lazy(withChunkTimeout(() => import('../maintain/table-data.tsx')))

const LIST = 'expansionTables'
const fields = fieldsOf(
  expansion.list,
  {
    key: 'tableName',
    label: '表名称',
    kind: 'text',
    on: ['search', 'table'],
    card: 'title',
    width: 220,
    show: (r) => <Link to={`/work/entInfoMaintain?data=${r.id}`}>{r.tableName}</Link>,
  },
  {
    key: 'businessTypeName',
    searchKey: 'businessType',
    label: '适用企业类型',
    kind: 'select',
    options: [{ label: EVERY_BUSINESS_TYPE_LABEL, value: EVERY_BUSINESS_TYPE }, ...businessTypeOptions],
    on: ['search', 'table'],
    width: 140,
    show: (r) => r.businessTypeName,
  },
  { key: 'filledBy', label: '填报方', on: ['table'], width: 110, show: (r) => filledByLabels[r.filledBy] },
  { key: 'fieldCount', label: '字段', kind: 'number', on: ['table'], width: 80 },
  { key: 'companyCount', label: '企业数', kind: 'number', on: ['table'], width: 90 },
  { key: 'rowCount', label: '数据行', kind: 'number', on: ['table'], width: 90 },
  {
    key: 'enableFlag',
    label: '状态',
    kind: 'select',
    options: [
      { label: '启用', value: '1' },
      { label: '停用', value: '0' },
    ],
    on: ['search', 'table'],
    width: 90,
    show: (r) => <StatusTag tone={r.enableFlag ? 'done' : 'off'}>{r.enableFlag ? '启用' : '停用'}</StatusTag>,
  },
  { key: 'updatedAt', label: '更新时间', kind: 'dateTime', on: ['table'], width: 180 },
)
const shape = searchShape(searchFields(fields), { defaults: { pageSize: 100 } })

/** 企业信息维护: the expansion tables. `id` in the address opens the definition of a table, `data` the rows entered into it. */
export default function EntInfoMaintain() {
  const [params, setParams] = useSearchParams()
  const refresh = useRefreshList(LIST)
  const shown = useRef<readonly ExpansionTableRow[]>([])
  const number = (name: string) => (/^[1-9]\d{0,14}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : null)
  const open = (name: string, value: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      for (const key of ['id', 'data']) next.delete(key)
      if (value !== null) next.set(name, value)
      return next
    })
  const [id, data] = [number('id'), number('data')]
  if (params.get('id') === 'new' || id !== null)
    return (
      <Suspense fallback={<Skeleton active />}>
        <TableEditor key={id} id={id} onOpen={(made) => open('id', String(made))} onClose={() => open('id', null)} />
      </Suspense>
    )
  if (data !== null)
    return (
      <Suspense fallback={<Skeleton active />}>
        <TableData id={data} onClose={() => open('data', null)} />
      </Suspense>
    )

  const shifts = placeActions<ExpansionTableRow>({
    ends: (r) => ({ first: shown.current[0]?.id === r.id, last: shown.current.at(-1)?.id === r.id }),
    move: async (r, direction) => {
      const list = [...shown.current]
      const at = list.findIndex((one) => one.id === r.id)
      const [one] = list.splice(at, 1)
      list.splice(at + (direction === 'up' ? -1 : 1), 0, one!)
      await call(expansion.order, { body: { tables: list.map((t, order) => ({ id: t.id, order })) } })
      await refresh()
    },
  })
  const actions: RowAction<ExpansionTableRow>[] = [
    { label: '数据', to: (r) => `/work/entInfoMaintain?data=${r.id}` },
    { label: '定义', to: (r) => `/work/entInfoMaintain?id=${r.id}` },
    { label: '下载模板', run: (r) => call(expansion.template, { query: { id: r.id } }).then((file) => saveBlob(file as BlobAnswer)) },
    ...shifts,
    {
      label: (r) => (r.enableFlag ? '停用' : '启用'),
      ask: (r) => ({
        title: `${r.enableFlag ? '停用' : '启用'}“${r.tableName}”？`,
        effect: r.enableFlag ? '企业档案中不再显示，已填的数据保留，可随时启用。' : '启用后适用的企业可以填写。',
      }),
      run: async (r) => {
        await call(expansion.enable, { body: { id: r.id, enableFlag: r.enableFlag ? 0 : 1 } })
        toast.success(r.enableFlag ? '已停用' : '已启用')
        await refresh()
      },
    },
  ]
  return (
    <>
      <SearchBar fields={searchFields(fields)} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        actions={actions}
        endpoint={expansion.list}
        onAnswer={({ list }) => (shown.current = list)}
        first={<p>还没有拓展表。新增一张表并定义字段后，企业即可在档案中填写。</p>}
        tools={
          <Button type="primary" onClick={() => open('id', 'new')}>
            新增拓展表
          </Button>
        }
      />
    </>
  )
}
