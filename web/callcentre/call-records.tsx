import { Button } from 'antd'
import { useState } from 'react'
import { callData } from '../../contract/callcentre/calls.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ExportButton } from '../kit/exchange/export-button.tsx'
import { exportSource } from '../kit/exchange/export-source.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useOpenRow } from '../kit/table/use-open-row.ts'
import { useListAddress, useRefreshList } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { CALL_LIST, CallState, directionOptions, resultOptions, showSeconds, stateOptions } from './words.tsx'

const CallDrawer = lazyPart(() => import('./call-drawer.tsx').then((m) => m.CallDrawer))
const CallImport = lazyPart(() => import('./call-import.tsx').then((m) => m.CallImport))
const EnterCall = lazyPart(() => import('./call-drawer.tsx').then((m) => m.EnterCall))

const yesNo = [
  { label: '是', value: 1 },
  { label: '否', value: 0 },
]
const fields = fieldsOf(
  callData.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '内容、企业' },
  {
    key: 'phone',
    label: '号码',
    on: ['search', 'table'],
    placeholder: '完整的号码',
    width: 140,
    show: (row) => <span className="num">{row.phone}</span>,
  },
  { key: 'companyName', label: '企业', on: ['table'], width: 240, card: 'title', show: (row) => row.companyName ?? '未关联企业' },
  {
    key: 'direction',
    label: '方向',
    kind: 'select',
    options: directionOptions,
    on: ['search', 'table'],
    width: 80,
    show: (row) => row.directionName,
  },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: stateOptions,
    on: ['search', 'table'],
    width: 110,
    show: (row) => <CallState row={row} />,
  },
  { key: 'content', label: '内容', on: ['table'], width: 300, show: (row) => row.content || '无' },
  { key: 'typeName', label: '类型', on: ['table'], width: 200, hidden: true, show: (row) => row.typeName || '无' },
  {
    key: 'result',
    label: '处理结果',
    kind: 'select',
    options: resultOptions,
    on: ['search', 'table'],
    width: 110,
    show: (row) => row.resultName || '无',
  },
  { key: 'reportFlag', label: '上报', kind: 'select', options: yesNo, on: ['search'] },
  { key: 'linked', label: '关联企业', kind: 'select', options: yesNo, on: ['search'] },
  { key: 'agentName', label: '坐席', on: ['table'], width: 120, show: (row) => row.agentName ?? '无' },
  { key: 'seconds', label: '通话', on: ['table'], width: 100, show: (row) => <span className="num">{showSeconds(row.seconds)}</span> },
  {
    key: 'startTime',
    label: '开始时间',
    kind: 'date',
    on: ['search', 'table'],
    rangeKeys: ['startTime', 'endTime'],
    sortable: 'startTime',
    width: 160,
    show: (row) => <span className="num">{localMinute(row.startTime)}</span>,
  },
)
const criteria = searchFields(fields)
const base = searchShape(criteria)
/** The list's filters, plus those in the links of the statistics. */
const named = { agentId: '坐席', companyId: '企业', typeId: '类型', streetId: '镇街' }
const shape = { ...base, named, filters: [...base.filters, ...Object.keys(named)] }

/** 通话记录: the calls that the user's roles may read; `?id=` opens one. */
export default function CallRecords() {
  const can = useCan()
  const [id, open] = useOpenRow()
  const { state } = useListAddress(shape)
  const [dialog, setDialog] = useState<'enter' | 'import' | null>(null)
  const refresh = useRefreshList(CALL_LIST)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={CALL_LIST}
        fields={fields}
        shape={shape}
        endpoint={callData.list}
        first="还没有通话记录。接入电话系统或在呼叫中心登记后会到这里。"
        tools={
          <>
            {can('call:agent') && <Button onClick={() => setDialog('enter')}>手工登记</Button>}
            {can('call:agent') && <Button onClick={() => setDialog('import')}>导入</Button>}
            {can('export:run') && <ExportButton title="通话记录" source={exportSource('call', state.filters)} />}
          </>
        }
        actions={[{ label: '查看', open: (row) => open(row.id) }]}
      />
      <CallDrawer id={id} onClose={() => open(null)} onDone={refresh} />
      {dialog === 'enter' && <EnterCall onClose={() => setDialog(null)} onDone={refresh} />}
      {dialog === 'import' && <CallImport onClose={() => setDialog(null)} onDone={refresh} />}
    </>
  )
}
