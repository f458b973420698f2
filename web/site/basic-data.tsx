import { Button } from 'antd'
import { useState } from 'react'
import { useMatches } from 'react-router'
import { scheduledFigures } from '../../contract/scheduled/scheduled.ts'
import { basicData, type BasicDataRow, type DataBlock } from '../../contract/site/basic-data.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { ScheduledLine } from '../kit/scheduled/scheduled-note.tsx'
import { ScheduledList } from '../kit/scheduled/scheduled-list.tsx'
import { useRefreshScheduled } from '../kit/scheduled/use-scheduled.ts'
import { whenSaved } from '../kit/scheduled/when-saved.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { searchShape } from '../kit/table/search-bar.tsx'
import { WayBackButton } from '../kit/way-back.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'

const DeleteDialog = lazyPart(() => import('../kit/scheduled/delete-dialog.client.tsx').then((m) => m.DeleteDialog))
const DataDialog = lazyPart(() => import('./data-dialog.client.tsx').then((m) => m.DataDialog))

const blocks: Readonly<Record<string, { block: DataBlock; first: string }>> = {
  '/work/homeBasicData': { block: 'home', first: '还没有数据。新增后显示在门户首页右侧，附来源和日期。' },
  '/work/qqxsData': { block: 'qqxs', first: '还没有数据。新增后由对接的页面读取。' },
  '/work/appleZlbInfo': { block: 'zlb', first: '还没有内容。新增后由浙里办入口读取。' },
}
const scheduledOf = (block: DataBlock) => ({ calls: scheduledFigures, scope: block })
const columns = fieldsOf(
  basicData.list,
  {
    key: 'name',
    label: '名称',
    on: ['table'],
    width: 180,
    card: 'title',
    show: (row) => (
      <>
        {row.name}
        <ScheduledLine of={scheduledOf(row.block)} id={row.id} />
      </>
    ),
  },
  { key: 'code', label: '代码', on: ['table'], width: 140 },
  {
    key: 'value',
    label: '数值或内容',
    on: ['table'],
    width: 200,
    show: (row) =>
      row.fault ? (
        <div style={{ whiteSpace: 'normal' }}>
          <StatusTag tone="urgent">首页不显示</StatusTag> {row.fault}
        </div>
      ) : (
        `${row.value} ${row.unit}`
      ),
  },
  {
    key: 'source',
    label: '来源',
    on: ['table'],
    width: 180,
    show: (row) => (row.figureLabel ? `${row.source}“${row.figureLabel}”` : row.source),
  },
  { key: 'asOf', label: '数据日期', on: ['table'], width: 120, show: (row) => row.asOf ?? (row.figure === null ? '未填' : '') },
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
/** 首页基础数据, 亲清新商数据, 浙里办应用信息: statistics entered by hand or counted by the platform, each with source and date. */
export default function BasicData() {
  const { block, first } = blocks[useMatches().at(-1)?.id ?? ''] ?? blocks['/work/homeBasicData']!
  const list = `basicData-${block}`
  const refreshList = useRefreshList(list)
  const refreshScheduled = useRefreshScheduled(scheduledOf(block))
  const refresh = async () => {
    await Promise.all([refreshList(), refreshScheduled()])
  }
  const [deleting, setDeleting] = useState<BasicDataRow | null>(null)
  const [editing, setEditing] = useState<BasicDataRow | 'new' | null>(null)
  return (
    <>
      <ScheduledList of={scheduledOf(block)} onDone={refreshList} />
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
          { label: '删除', danger: true, open: (row) => setDeleting(row) },
        ]}
      />
      {deleting && (
        <DeleteDialog
          of={scheduledOf(block)}
          id={deleting.id}
          name={deleting.name}
          effect={(typed) => {
            const { lead, at } = whenSaved(typed)
            return `${lead.replace('保存', '删除')}页面${at}不再显示它；只是暂时不用的可以改为不显示。可以从“修改记录”撤销。`
          }}
          now={() => call(basicData.remove, { body: { id: deleting.id, version: deleting.version } }, { silent: true })}
          later={(effectiveTime) =>
            call(scheduledFigures.remove, { body: { id: deleting.id, version: deleting.version, effectiveTime } }, { silent: true })
          }
          onClose={() => setDeleting(null)}
          onDone={refresh}
        />
      )}
      {editing && <DataDialog block={block} data={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={refresh} />}
    </>
  )
}
