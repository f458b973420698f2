import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { exports, type MyExport } from '../../contract/files.ts'
import { imports, type MyImport } from '../../contract/imports.ts'
import { taskStates, type TaskStateCode } from '../../contract/task-states.ts'
import { call, saveBlob } from '../api.ts'
import { showDate } from '../kit/date/date-format.ts'
import { followJob } from '../kit/exchange/export-jobs.ts'
import { runningExport } from '../kit/exchange/export-source.ts'
import { exportWords, importWords } from '../kit/exchange/export-state.ts'
import { rowFields, type Field } from '../kit/form/fields.ts'
import { RowsTable } from '../kit/table/rows-table.tsx'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { storedFile } from '../kit/upload/stored-file.ts'
import { Tabs } from '../kit/tabs.tsx'
import { useRefreshList, type ListQuery } from '../kit/table/use-list.ts'
import { showNumber, showSize } from '../kit/form/values.ts'

const ASK_MS = 2000
const shape = { filters: [] }

/** 我的导出: the user's exports and imports, as long as their files are kept. */
export default function MyExports() {
  const [params, setParams] = useSearchParams()
  return (
    <Tabs
      activeKey={params.get('tab') === 'import' ? 'import' : 'export'}
      onChange={(tab) => setParams(tab === 'import' ? { tab } : {})}
      destroyOnHidden
      items={[
        { key: 'export', label: '导出', children: <Exports /> },
        { key: 'import', label: '导入', children: <Imports /> },
      ]}
    />
  )
}

interface Job {
  taskId: string
  status: TaskStateCode
  done: number
  total: number | null
  message: string | null
}
const state = ({ status }: Job) => <StatusTag tone={taskStates.tones[status]}>{taskStates.labels[status]}</StatusTag>
const count = ({ status, done, total }: Job) =>
  status === taskStates.code.running && total ? `${showNumber(done)} / ${showNumber(total)}` : showNumber(done)
const time = (at: string | null) => (at ? <span className="num">{showDate(at, 'YYYY-MM-DD hh:mm:ss')}</span> : '无')

const exportFields = rowFields<MyExport>(
  { key: 'title', label: '内容', on: ['table'], card: 'title', width: 200 },
  { key: 'status', label: '状态', on: ['table'], width: 110, show: state },
  { key: 'message', label: '说明', on: ['table'], width: 240 },
  { key: 'done', label: '行数', on: ['table'], width: 130, show: count },
  { key: 'createTime', label: '开始时间', on: ['table'], width: 160, show: (row) => time(row.createTime) },
  { key: 'expireTime', label: '文件保留至', on: ['table'], width: 160, show: (row) => (row.filePath ? time(row.expireTime) : '没有文件') },
  { key: 'size', label: '大小', on: ['table'], width: 100, show: (row) => (row.size === null ? '无' : showSize(row.size)) },
)
const Exports = () => (
  <Jobs<MyExport>
    name="my-exports"
    fields={exportFields}
    list={() => call(exports.listMy)}
    actions={[
      { label: '下载', when: (row) => row.filePath !== null, run: async (row) => saveBlob(await storedFile(row.filePath!)) },
      {
        label: '重新导出',
        when: (row) => row.again,
        run: async ({ taskId, title }) => {
          const made = await call(exports.again, { body: { taskId } })
          followJob({ taskId: made.taskId, title, source: runningExport, words: exportWords })
        },
      },
      {
        label: '放弃',
        danger: true,
        when: (row) => row.status === taskStates.code.running,
        ask: () => ({ title: exportWords.ask }),
        run: (row) => call(exports.abort, { body: { taskId: row.taskId } }),
      },
    ]}
    first="还没有导出过。在各列表点“导出”，文件会在这里保留 7 天。"
  />
)

const importFields = rowFields<MyImport>(
  { key: 'title', label: '内容', on: ['table'], card: 'title', width: 160 },
  { key: 'fileName', label: '文件', on: ['table'], width: 200 },
  { key: 'status', label: '状态', on: ['table'], width: 110, show: state },
  { key: 'message', label: '说明', on: ['table'], width: 240 },
  { key: 'done', label: '行数', on: ['table'], width: 120, show: count },
  {
    key: 'addedCount',
    label: '新增 / 更新 / 无变化 / 有误',
    on: ['table'],
    width: 220,
    show: (row) => [row.addedCount, row.changedCount, row.sameCount, row.failCount].map((n) => showNumber(n)).join(' / '),
  },
  { key: 'createTime', label: '开始时间', on: ['table'], width: 160, show: (row) => time(row.createTime) },
)
const Imports = () => (
  <Jobs<MyImport>
    name="my-imports"
    fields={importFields}
    list={() => call(imports.listMy)}
    actions={[
      { label: '失败行', when: (row) => row.failedFile !== null, run: async (row) => saveBlob(await storedFile(row.failedFile!.filePath)) },
      {
        label: '中止',
        danger: true,
        when: (row) => row.status === taskStates.code.running,
        ask: () => ({ title: importWords.ask }),
        run: (row) => call(imports.abort, { body: { taskId: row.taskId } }),
      },
    ]}
    first="还没有导入过。导入的结果和失败行会在这里保留 7 天。"
  />
)

/** The latest exports or imports, read again while one of them runs. */
function Jobs<Row extends Job>({
  name,
  fields,
  list,
  actions,
  first,
}: {
  name: string
  fields: readonly Field<Row>[]
  list: () => Promise<Row[]>
  actions: readonly RowAction<Row>[]
  first: string
}) {
  const [running, setRunning] = useState(false)
  const refresh = useRefreshList(name)
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void latest.current(), ASK_MS)
    return () => clearInterval(timer)
  }, [running])
  const load = async ({ page, pageSize }: ListQuery) => {
    const all = await list()
    setRunning(all.some((row) => row.status === taskStates.code.running))
    return { total: all.length, list: all.slice((page - 1) * pageSize, page * pageSize) }
  }
  return (
    <RowsTable<Row>
      name={name}
      fields={fields}
      shape={shape}
      load={load}
      keyOf={(row) => row.taskId}
      actions={actions.map((one) => ({
        ...one,
        run: async (row: Row) => {
          await one.run?.(row)
          await refresh()
        },
      }))}
      first={first}
    />
  )
}
