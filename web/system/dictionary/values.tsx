import { useQuery } from '@tanstack/react-query'
import { Alert, Breadcrumb, Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { scheduledDictValues } from '../../../contract/scheduled/scheduled.ts'
import { dictKeptBy, dictTypes, dictValues, SYSTEM_DICT, type DictValue } from '../../../contract/dictionary.ts'
import { call } from '../../api.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { ScheduledLine } from '../../kit/scheduled/scheduled-note.tsx'
import { ScheduledList } from '../../kit/scheduled/scheduled-list.tsx'
import { useRefreshScheduled } from '../../kit/scheduled/use-scheduled.ts'
import { whenSaved } from '../../kit/scheduled/when-saved.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { placeActions } from '../../kit/table/place-actions.ts'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { EmptyState } from '../../kit/table/table-states.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { ColorTag } from '../../kit/status-tag.tsx'
import { WayBackButton } from '../../kit/way-back.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'
import { enabledOptions, EnabledTag, valuesOf } from './enabled.tsx'
import { SheetTools } from './sheet-tools.tsx'

const DeleteDialog = lazyPart(() => import('../../kit/scheduled/delete-dialog.client.tsx').then((m) => m.DeleteDialog))
const ValueDialog = lazyPart(() => import('./value-dialog.client.tsx').then((m) => m.ValueDialog))

const scheduledOf = (code: string) => ({ calls: scheduledDictValues, scope: code })
const fields = fieldsOf(
  dictValues.list,
  {
    key: 'label',
    label: '名称',
    searchLabel: '名称或代码（含各级）',
    on: ['search', 'table'],
    card: 'title',
    show: (row) => (
      <>
        <ColorTag color={row.color}>{row.label}</ColorTag>
        <ScheduledLine of={scheduledOf(row.dictTypeCode)} id={row.id} />
      </>
    ),
  },
  { key: 'value', label: '代码', on: ['table'], width: 140 },
  { key: 'parentName', label: '上级', on: ['table'], width: 160, hidden: true },
  { key: 'childNum', label: '下级', kind: 'number', on: ['table'], width: 90 },
  { key: 'builtIn', label: '来源', on: ['table'], width: 110, show: (row) => (row.builtIn ? '平台自带' : '自建') },
  {
    key: 'enableFlag',
    label: '状态',
    kind: 'select',
    options: enabledOptions,
    on: ['search', 'table'],
    width: 100,
    show: (row) => <EnabledTag flag={row.enableFlag} />,
  },
  { key: 'remark', label: '备注', on: ['table'], width: 200 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** Says that the values are part of the platform, and where others are kept. */
const FixedNote = ({ code }: { code: string }) => (
  <Alert type="info" showIcon style={{ marginBottom: 12 }} title={`${SYSTEM_DICT}。${dictKeptBy[code] ? `${dictKeptBy[code]}。` : ''}`} />
)

/** From all dictionaries to the level that is shown; `parent`: the value whose level it is, null at the first level. */
function ValuesPath({ code, name, parent }: { code: string; name: string; parent: DictValue | 'loading' | null }) {
  const known = parent === 'loading' ? null : parent
  return (
    <Breadcrumb
      style={{ marginBottom: 12 }}
      items={[
        { title: <Link to="/work/dictionary">全部字典</Link> },
        { title: parent ? <Link to={valuesOf(code)}>{name}</Link> : name },
        ...(known?.parentId ? [{ title: <Link to={`${valuesOf(code)}&under=${known.parentId}`}>{known.parentName}</Link> }] : []),
        ...(parent ? [{ title: known?.label ?? '…' }] : []),
      ]}
    />
  )
}

function DeleteValue({ value, onClose, onDone }: { value: DictValue; onClose: () => void; onDone: () => Promise<void> }) {
  return (
    <DeleteDialog
      of={scheduledOf(value.dictTypeCode)}
      id={value.id}
      name={value.label}
      effect={(typed) => {
        const { lead, at } = whenSaved(typed)
        return `${lead.replace('保存', '删除')}选择框里${at}不再有它。正在使用或有下级的值不能删除，可以停用；到时才发现正在使用的不执行。可以从“修改记录”撤销。`
      }}
      now={() => call(dictValues.remove, { body: { id: value.id } }, { silent: true })}
      later={(effectiveTime) =>
        call(scheduledDictValues.remove, { body: { id: value.id, version: value.version, effectiveTime } }, { silent: true })
      }
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** The values of one dictionary, one level at a time. */
export function DictValues({ code }: { code: string }) {
  const [params] = useSearchParams()
  const parentId = Number(params.get('under')) || undefined
  const go = useNavigate()
  const types = useQuery({
    queryKey: ['dict-types'],
    queryFn: () => call(dictTypes.options, { query: {} }, { silent: true }),
    retry: false,
  })
  const parent = useQuery({
    queryKey: ['dict-value', parentId],
    queryFn: () => call(dictValues.findById, { query: { id: parentId! } }, { silent: true }),
    enabled: parentId !== undefined,
    retry: false,
  })
  const type = types.data?.find((one) => one.code === code)
  const list = `dictValues-${type?.id ?? 0}-${parentId ?? 0}`
  const refreshList = useRefreshList(list)
  const refreshScheduled = useRefreshScheduled(scheduledOf(code))
  const refresh = async () => {
    await Promise.all([refreshList(), refreshScheduled()])
  }
  const [deleting, setDeleting] = useState<DictValue | null>(null)
  const [editing, setEditing] = useState<DictValue | 'new' | null>(null)
  if (types.isSuccess && !type) return <EmptyState first={<Link to="/work/dictionary">没有这个字典，回到全部字典</Link>} />
  if (!type) return null
  const fixed = type.systemFixed
  return (
    <>
      <ValuesPath code={code} name={type.label} parent={parentId ? (parent.data ?? 'loading') : null} />
      {fixed && <FixedNote code={code} />}
      <ScheduledList of={scheduledOf(code)} onDone={refreshList} />
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        key={list}
        name={list}
        first="这一级还没有值。"
        fields={fields}
        shape={shape}
        endpoint={dictValues.list}
        asked={{ dictTypeCode: code, ...(parentId ? { parentId } : {}) }}
        tools={
          <>
            {!fixed && (
              <Button type="primary" onClick={() => setEditing('new')}>
                新增值
              </Button>
            )}
            <SheetTools code={code} fixed={fixed} onDone={refresh} />
            <WayBackButton
              kind={`dictValue:${code}`}
              title={`${type.label}的修改记录`}
              load={() => call(dictValues.history, { query: { dictTypeCode: code, pageSize: 50 } }, { silent: true })}
              undo={(id) => call(dictValues.undo, { body: { id, dictTypeCode: code } })}
              onDone={refresh}
            />
          </>
        }
        choosing={{
          noEverything: true,
          can: (row) => !fixed && !row.builtIn,
          batch: [
            {
              label: '删除',
              danger: true,
              effect: '有一个正在使用或有下级，就都不删除。',
              run: async (selection, _count, clear) => {
                // This cannot happen, because this list does not offer to select everything.
                if (selection.all) return
                await call(dictValues.removeBatch, { body: { ids: selection.ids.map(Number) } })
                toast.success('已删除')
                clear()
                await refresh()
              },
            },
          ],
        }}
        actions={[
          { label: '下级', open: (row) => void go(`${valuesOf(code)}&under=${row.id}`) },
          { label: '编辑', when: () => !fixed, open: (row) => setEditing(row) },
          ...placeActions<DictValue>({
            when: () => !fixed,
            ends: (row) => row.ends,
            move: async (row, direction) => {
              await call(dictValues.move, { body: { id: row.id, direction } })
              await refresh()
            },
          }),
          {
            label: '删除',
            danger: true,
            when: (row) => !fixed && !row.builtIn,
            open: (row) => setDeleting(row),
          },
        ]}
      />
      {deleting && <DeleteValue value={deleting} onClose={() => setDeleting(null)} onDone={refresh} />}
      {editing && (
        <ValueDialog
          value={editing === 'new' ? { dictTypeCode: code, parentId: parentId ?? null } : editing}
          onClose={() => setEditing(null)}
          onDone={refresh}
        />
      )}
    </>
  )
}
