import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { consult, ReplyConsult, type PolicyConsult } from '../../contract/policy/consult.ts'
import { call } from '../api.ts'
import { localMinute } from '../declaration/index.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { readFailure } from '../kit/failure.ts'
import { fieldsOf, searchFields } from '../kit/fields.ts'
import { PagedTable } from '../kit/paged-table.tsx'
import { RecordForm } from '../kit/record-form.tsx'
import { SearchBar, searchShape } from '../kit/search-bar.tsx'
import { ErrorState } from '../kit/table-states.tsx'
import { type ListQuery, useRefreshList } from '../kit/use-list.ts'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { CONSULT_WAITING, ConsultExchange, ConsultState } from './consult-exchange.tsx'
import css from './consults.module.css'

const LIST = 'policyconsult'
const states = [
  { label: '待回复', value: 0 },
  { label: '已回复', value: 1 },
]
const fields = fieldsOf<PolicyConsult & { keyword?: string }>()(
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
  { key: 'consultContent', label: '咨询内容', on: ['table'], width: 280, card: 'title' },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 220 },
  { key: 'userName', label: '咨询人', on: ['table'], width: 180 },
  {
    key: 'consultTime',
    label: '咨询时间',
    kind: 'date',
    on: ['search', 'table'],
    rangeKeys: ['startTime', 'endTime'],
    sortable: true,
    width: 160,
    show: (row) => <span className="num">{localMinute(row.consultTime)}</span>,
  },
  {
    key: 'replyTime',
    label: '回复时间',
    on: ['table'],
    sortable: true,
    hidden: true,
    width: 160,
    show: (row) => <span className="num">{localMinute(row.replyTime) || '无'}</span>,
  },
  { key: 'replyUserName', label: '回复人', on: ['table'], width: 120, hidden: true },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)
/** The table says `-field`; this list asks for field and direction. */
const asked = ({ sort, ...query }: ListQuery) => ({
  ...query,
  ...(sort ? { sort: sort.replace('-', ''), order: sort.startsWith('-') ? 'desc' : 'asc' } : {}),
})

/** 政策咨询管理: the questions on policies; `?id=` opens one, with the form to answer for those who may. */
export default function ManageConsults() {
  const [params, setParams] = useSearchParams()
  const can = useCan()
  const refresh = useRefreshList(LIST)
  const open = (id: number | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id === null) next.delete('id')
        else next.set('id', String(id))
        return next
      },
      { preventScrollReset: true },
    )
  const id = Number(params.get('id')) || null
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable<PolicyConsult>
        name={LIST}
        fields={fields as never}
        shape={shape}
        load={(query) => call(consult.list, { query: asked(query) as never })}
        actions={[
          { label: '回复', when: (row) => row.replyState === CONSULT_WAITING && can('consult:answer'), run: (row) => open(row.id) },
          { label: '查看', when: (row) => row.replyState !== CONSULT_WAITING || !can('consult:answer'), run: (row) => open(row.id) },
        ]}
      />
      {id !== null && <ReplyDialog key={id} id={id} mayAnswer={can('consult:answer')} onClose={() => open(null)} onChanged={refresh} />}
    </>
  )
}

const Reply = ReplyConsult.pick({ replyContent: true })

/** The question with its answer, or the form to answer. When somebody else was faster, their answer is shown, and the text not sent stays to be copied. */
function ReplyDialog({
  id,
  mayAnswer,
  onClose,
  onChanged,
}: {
  id: number
  mayAnswer: boolean
  onClose(): void
  onChanged(): Promise<void>
}) {
  const query = useQuery({
    queryKey: ['consult', id],
    queryFn: () => call(consult.findById, { query: { id } }, { silent: true }),
    retry: false,
    staleTime: 0,
  })
  const row = query.data
  const waiting = row?.replyState === CONSULT_WAITING
  const [unsent, setUnsent] = useState<string | null>(null)

  const send = async ({ replyContent }: { replyContent: string }) => {
    try {
      await call(consult.reply, { body: { id, replyContent } }, { silent: true })
    } catch (error) {
      if (readFailure(error).code !== 'STATE') throw error
      setUnsent(replyContent)
      await Promise.all([onChanged(), query.refetch()])
      return
    }
    toast.success('回复成功')
    await Promise.all([onChanged(), query.refetch()])
    onClose()
  }
  return (
    <Modal
      open
      title={waiting && mayAnswer ? '回复咨询' : '咨询详情'}
      width={640}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !row ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <ConsultExchange row={row} />
          {unsent !== null && (
            <div role="alert" className={css.unsent}>
              <p>该咨询已由他人回复，您的回复没有发送：</p>
              <p>{unsent}</p>
              <CopyButton text={unsent} />
            </div>
          )}
          {waiting && mayAnswer && unsent === null ? (
            <RecordForm
              schema={Reply}
              fields={[{ key: 'replyContent', label: '回复内容', kind: 'longText', maxLength: 2000 }]}
              onSubmit={send}
              onCancel={onClose}
              submitText="发送回复"
            />
          ) : (
            <Button onClick={onClose}>关闭</Button>
          )}
        </>
      )}
    </Modal>
  )
}
