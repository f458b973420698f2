import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { scheduledDictTypes, scheduledDictValues } from '../../../contract/scheduled/scheduled.ts'
import { dictTypes, type DictType } from '../../../contract/dictionary.ts'
import { call } from '../../api.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { ScheduledLine } from '../../kit/scheduled/scheduled-note.tsx'
import { ScheduledList } from '../../kit/scheduled/scheduled-list.tsx'
import { useRefreshScheduled } from '../../kit/scheduled/use-scheduled.ts'
import { whenSaved } from '../../kit/scheduled/when-saved.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { WayBackButton } from '../../kit/way-back.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { enabledOptions, EnabledTag, valuesOf } from './enabled.tsx'
import { SheetTools } from './sheet-tools.tsx'

const DeleteDialog = lazyPart(() => import('../../kit/scheduled/delete-dialog.client.tsx').then((m) => m.DeleteDialog))
const TypeDialog = lazyPart(() => import('./type-dialog.client.tsx').then((m) => m.TypeDialog))

const LIST = 'dictTypes'
const SCHEDULED = { calls: scheduledDictTypes }
const SCHEDULED_VALUES = { calls: scheduledDictValues }
const fields = fieldsOf(
  dictTypes.list,
  {
    key: 'name',
    label: '字典',
    searchLabel: '名称或代码',
    on: ['search', 'table'],
    card: 'title',
    show: (row) => (
      <>
        <Link to={valuesOf(row.code)}>{row.name}</Link>
        <ScheduledLine of={SCHEDULED} id={row.id} />
      </>
    ),
  },
  { key: 'code', label: '代码', on: ['table'], width: 180 },
  { key: 'valueNum', label: '值', kind: 'number', on: ['table'], width: 100 },
  {
    key: 'builtIn',
    label: '来源',
    on: ['table'],
    width: 120,
    show: (row) => (row.systemFixed ? '系统规定' : row.builtIn ? '平台自带' : '自建'),
  },
  {
    key: 'enableFlag',
    label: '状态',
    kind: 'select',
    options: enabledOptions,
    on: ['search', 'table'],
    width: 100,
    show: (row) => <EnabledTag flag={row.enableFlag} />,
  },
  { key: 'remark', label: '备注', on: ['table'], width: 220 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** All dictionaries of the platform. */
export function DictTypes() {
  const refreshList = useRefreshList(LIST)
  const refreshScheduled = useRefreshScheduled(SCHEDULED)
  const refresh = async () => {
    await Promise.all([refreshList(), refreshScheduled()])
  }
  const go = useNavigate()
  const [deleting, setDeleting] = useState<DictType | null>(null)
  const [editing, setEditing] = useState<DictType | 'new' | null>(null)
  return (
    <>
      <ScheduledList of={SCHEDULED} title="字典的定时修改" onDone={refreshList} />
      <ScheduledList of={SCHEDULED_VALUES} title="字典值的定时修改" onDone={refreshList} />
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有字典。"
        fields={fields}
        shape={shape}
        endpoint={dictTypes.list}
        tools={
          <>
            <Button type="primary" onClick={() => setEditing('new')}>
              新增字典
            </Button>
            <SheetTools onDone={refresh} />
            <WayBackButton
              kind="dictType"
              title="字典的修改记录"
              load={() => call(dictTypes.history, { query: { pageSize: 50 } }, { silent: true })}
              undo={(id) => call(dictTypes.undo, { body: { id } })}
              onDone={refresh}
            />
          </>
        }
        actions={[
          { label: '字典值', open: (row) => void go(valuesOf(row.code)) },
          { label: '编辑', when: (row) => !row.systemFixed, open: (row) => setEditing(row) },
          {
            label: '删除',
            danger: true,
            when: (row) => !row.systemFixed && !row.builtIn,
            open: (row) => setDeleting(row),
          },
        ]}
      />
      {deleting && (
        <DeleteDialog
          of={SCHEDULED}
          id={deleting.id}
          name={deleting.name}
          effect={(typed) => {
            const { lead, at } = whenSaved(typed)
            return `${lead.replace('保存', '删除')}字典连同它的 ${deleting.valueNum} 个值${at}不再有。正在使用的字典不能删除，可以停用；到时才发现正在使用的不执行。可以从“修改记录”撤销。`
          }}
          now={() => call(dictTypes.remove, { body: { id: deleting.id } }, { silent: true })}
          later={(effectiveTime) =>
            call(scheduledDictTypes.remove, { body: { id: deleting.id, version: deleting.version, effectiveTime } }, { silent: true })
          }
          onClose={() => setDeleting(null)}
          onDone={refresh}
        />
      )}
      {editing && <TypeDialog type={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={refresh} />}
    </>
  )
}
