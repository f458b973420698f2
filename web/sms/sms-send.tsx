import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { smsSend } from '../../contract/sms/sends.ts'
import { smsPurposes, smsSendCodes } from '../../contract/sms/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useCan } from '../session.ts'
import { deletion } from './deletion.ts'

const SendDrawer = lazyPart(() => import('./send-drawer.tsx').then((m) => m.SendDrawer))
const OptOuts = lazyPart(() => import('./opt-outs.client.tsx').then((m) => m.OptOuts))

const fields = fieldsOf(
  smsSend.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '任务名称、内容' },
  { key: 'name', label: '任务', on: ['table'], width: 200, card: 'title' },
  { key: 'state', label: '状态', on: ['search', 'table'], width: 120, kind: 'status', statuses: smsSendCodes.statuses },
  { key: 'forReview', label: '待复核', on: ['search'], kind: 'select', options: [{ label: '等我复核的', value: 1 }] },
  { key: 'purpose', label: '用途', on: ['table'], width: 80, show: (row) => smsPurposes[row.purpose] },
  { key: 'content', label: '内容', on: ['table'], width: 320 },
  {
    key: 'totalNum',
    label: '应发',
    kind: 'number',
    on: ['table'],
    width: 120,
    // What was planned is void after an abort.
    show: (row) =>
      row.state === smsSendCodes.code.aborted ? `已中止，发出 ${row.successNum + row.failNum + row.unknownNum}` : row.totalNum,
  },
  { key: 'successNum', label: '成功', kind: 'number', on: ['table'], width: 80 },
  { key: 'failNum', label: '失败', kind: 'number', on: ['table'], width: 80 },
  { key: 'unknownNum', label: '结果未知', kind: 'number', on: ['table'], width: 100 },
  { key: 'authorName', label: '编写', on: ['table'], width: 130 },
  {
    key: 'createTime',
    label: '建立时间',
    kind: 'date',
    on: ['search', 'table'],
    rangeKeys: ['startTime', 'endTime'],
    width: 160,
    show: (row) => <span className="num">{localMinute(row.createTime)}</span>,
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)
const LIST = 'smsSend'

/** 短信发送: sends with their results; `?id=` opens one, `?id=new` starts one. */
export default function SmsSends() {
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const [optOuts, setOptOuts] = useState(false)
  const asked = params.get('id')
  const id = asked === 'new' ? 'new' : /^[1-9]\d{0,14}$/.test(asked ?? '') ? Number(asked) : null
  const open = (one: number | 'new' | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (one === null) next.delete('id')
        else next.set('id', String(one))
        return next
      },
      { preventScrollReset: true },
    )
  const refresh = useRefreshList(LIST)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={smsSend.list}
        first="还没有发送任务。先在“短信模板”写好内容并通过审核，再新建发送任务。"
        tools={
          <>
            {can('sms:manage') && (
              <Button type="primary" onClick={() => open('new')}>
                新建发送任务
              </Button>
            )}
            <Button onClick={() => setOptOuts(true)}>退订与同意</Button>
          </>
        }
        actions={[
          { label: (row) => (row.allowed.includes('approve') ? '复核' : '查看'), open: (row) => open(row.id) },
          deletion((body) => call(smsSend.remove, { body }), refresh),
        ]}
      />
      <SendDrawer id={id} onOpen={open} onClose={() => open(null)} onDone={refresh} />
      {optOuts && <OptOuts onClose={() => setOptOuts(false)} />}
    </>
  )
}
