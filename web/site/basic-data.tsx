import { Button } from 'antd'
import { useState } from 'react'
import { useMatches } from 'react-router'
import { basicData, type BasicDataRow, type DataBlock } from '../../contract/site/basic-data.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { searchShape } from '../kit/table/search-bar.tsx'
import { WayBackButton } from '../kit/way-back.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'

const DataDialog = lazyPart(() => import('./data-dialog.client.tsx').then((m) => m.DataDialog))

const blocks: Readonly<Record<string, { block: DataBlock; first: string }>> = {
  '/work/homeBasicData': { block: 'home', first: '还没有数据。新增后显示在门户首页右侧，附来源和日期。' },
  '/work/qqxsData': { block: 'qqxs', first: '还没有数据。新增后由对接的页面读取。' },
  '/work/appleZlbInfo': { block: 'zlb', first: '还没有内容。新增后由浙里办入口读取。' },
}
const columns = fieldsOf(
  basicData.list,
  { key: 'name', label: '名称', on: ['table'], width: 180, card: 'title' },
  { key: 'code', label: '代码', on: ['table'], width: 140 },
  { key: 'value', label: '数值或内容', on: ['table'], width: 200, show: (row) => `${row.value} ${row.unit}` },
  { key: 'source', label: '来源', on: ['table'], width: 180 },
  { key: 'asOf', label: '数据日期', on: ['table'], width: 120, show: (row) => row.asOf ?? '未填' },
  { key: 'order', label: '顺序', kind: 'number', on: ['table'], width: 80 },
  {
    key: 'enableFlag',
    label: '状态',
    on: ['table'],
    width: 100,
    show: (row) => <StatusTag tone={row.enableFlag === 1 ? 'done' : 'off'}>{row.enableFlag === 1 ? '显示' : '不显示'}</StatusTag>,
  },
)
const shape = searchShape(searchFields(columns))
/** 首页基础数据, 亲清新商数据, 浙里办应用信息: statistics entered by hand, each with source and date. */
export default function BasicData() {
  const { block, first } = blocks[useMatches().at(-1)?.id ?? ''] ?? blocks['/work/homeBasicData']!
  const list = `basicData-${block}`
  const refresh = useRefreshList(list)
  const [editing, setEditing] = useState<BasicDataRow | 'new' | null>(null)
  return (
    <>
      <PagedTable
        key={list}
        name={list}
        fields={columns}
        shape={shape}
        endpoint={basicData.list}
        asked={{ block }}
        first={first}
        tools={
          <>
            <Button type="primary" onClick={() => setEditing('new')}>
              新增数据
            </Button>
            <WayBackButton
              kind="basicData"
              title="基础数据的修改记录"
              load={() => call(basicData.history, { query: { pageSize: 50 } }, { silent: true })}
              undo={(id) => call(basicData.undo, { body: { id } })}
              onDone={refresh}
            />
          </>
        }
        actions={[
          { label: '编辑', open: (row) => setEditing(row) },
          {
            label: '删除',
            danger: true,
            ask: (row) => ({ title: `删除“${row.name}”？`, effect: '页面立即不再显示；只是暂时不用的可以改为不显示。' }),
            run: async (row) => {
              await call(basicData.remove, { body: { id: row.id, version: row.version } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
      />
      {editing && <DataDialog block={block} data={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={refresh} />}
    </>
  )
}
