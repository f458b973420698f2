import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { consult } from '../../../contract/policy/consult.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { Icon } from '../../kit/icons.tsx'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useOpenRow } from '../../kit/table/use-open-row.ts'
import { useListAddress, useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { CONSULT_WAITING, ConsultState } from './consult-exchange.tsx'
import { asked } from '../../asked.ts'
import { useOffered } from '../../kit/view-only.tsx'

const ReplyDialog = lazy(() => import('./consult-reply.client.tsx'))
const ConsultFigures = lazy(() => import('./consult-figures.tsx'))

const LIST = 'policyconsult'
const states = [
  { label: '待回复', value: 0 },
  { label: '已回复', value: 1 },
]
const fields = fieldsOf(
  consult.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '咨询内容、政策标题' },
  {
    key: 'replyState',
    label: '状态',
    kind: 'select',
    options: states,
    on: ['search', 'table'],
    width: 100,
    show: (row) => <ConsultState row={row} />,
  },
  {
    key: 'forMe',
    label: '经办',
    kind: 'select',
    options: [{ label: '转交给我或未转交', value: 1 }],
    on: ['search'],
  },
  { key: 'consultContent', label: '咨询内容', on: ['table'], width: 280, card: 'title' },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 220 },
  { key: 'userName', label: '咨询人', on: ['table'], width: 180 },
  {
    key: 'consultTime',
    label: '咨询时间',
    kind: 'date',
    on: ['search', 'table'],
    rangeKeys: ['startTime', 'endTime'],
    sortable: 'consultTime',
    width: 160,
    show: (row) => <span className="num">{localMinute(row.consultTime)}</span>,
  },
  {
    key: 'replyTime',
    label: '回复时间',
    on: ['table'],
    sortable: 'replyTime',
    hidden: true,
    width: 160,
    show: (row) => <span className="num">{localMinute(row.replyTime) || '无'}</span>,
  },
  { key: 'passedOn', label: '转交给', on: ['table'], width: 120, show: (row) => row.passedOn?.to ?? '无' },
  { key: 'replyUserName', label: '回复人', on: ['table'], width: 120, hidden: true },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 政策咨询管理: the questions on policies; `?id=` opens one, with the answer form for those who may answer. */
export default function ManageConsults() {
  const [id, open] = useOpenRow()
  const can = useCan()
  const refresh = useRefreshList(LIST)
  const { state: list } = useListAddress(shape)
  const [figures, setFigures] = useState(false)
  const [busy, setBusy] = useState(false)
  const offered = useOffered()
  // Saves the listed rows as a sheet; the shared client shows a refusal.
  const save = async () => {
    setBusy(true)
    try {
      saveBlob((await call(consult.export, { query: asked(consult.export, list.filters) })) as BlobAnswer)
    } catch {
      /* the call has shown its error */
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有政策咨询。企业和个人在政策页提问后会到这里。"
        fields={fields}
        shape={shape}
        endpoint={consult.list}
        tools={
          <>
            <Button icon={<Icon name="download" />} loading={busy} onClick={() => void save()} {...offered}>
              导出
            </Button>
            <Button onClick={() => setFigures(true)}>统计</Button>
          </>
        }
        actions={[
          { label: '回复', when: (row) => row.replyState === CONSULT_WAITING && can('consult:answer'), open: (row) => open(row.id) },
          { label: '查看', when: (row) => row.replyState !== CONSULT_WAITING || !can('consult:answer'), open: (row) => open(row.id) },
          {
            label: '删除',
            danger: true,
            when: () => can('consult:answer'),
            ask: (row) => ({ title: '删除这条咨询？', effect: `咨询人 ${row.userName} 也将看不到它，删除后不能恢复。` }),
            run: async (row) => {
              await call(consult.remove, { body: { id: row.id } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
      />
      <Suspense>
        {figures && <ConsultFigures onClose={() => setFigures(false)} />}
        {id !== null && <ReplyDialog key={id} id={id} mayAnswer={can('consult:answer')} onClose={() => open(null)} onChanged={refresh} />}
      </Suspense>
    </>
  )
}
