import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { DATE_FORMAT_2 } from '../../../contract/constants.ts'
import { delegation, type DelegationRow } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import DateRangeInput from '../../kit/date/date-range-input.tsx'
import { readFailure } from '../../kit/failure.ts'
import { useShownFailure } from '../../kit/form/shown-failure.ts'
import { Refusal } from '../../kit/form/refusal.tsx'
import { FieldFault } from '../../kit/form/field-fault.tsx'
import { useStateDraft } from '../../kit/form/use-state-draft.tsx'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import { fieldsOf } from '../../kit/form/fields.ts'
import { OverflowText } from '../../kit/table/overflow-text.tsx'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import laid from '../../kit/form/labelled-grid.module.css'
import DeclineDelegation from './decline-delegation.tsx'
import { periodOf } from './delegation-period.ts'
import { DelegationState } from './delegation-state.tsx'

const LIST = 'declaration-delegations'
const fields = fieldsOf(
  delegation.list,
  { key: 'userName', label: '委托人', on: ['table'], width: 110, card: 'title' },
  {
    key: 'delegateName',
    label: '受托人',
    on: ['table'],
    width: 180,
    show: (r) => <OverflowText>{`${r.delegateName}${r.delegateOffice ? `（${r.delegateOffice}）` : ''}`}</OverflowText>,
  },
  {
    key: 'startTime',
    label: '期限',
    on: ['table'],
    width: 300,
    show: (r) => <span className="num">{periodOf(r)}</span>,
  },
  { key: 'reason', label: '原因', on: ['table'], width: 140 },
  { key: 'state', label: '状态', on: ['table'], width: 260, show: (r) => <DelegationState row={r} /> },
)
const shape = searchShape([])

/** Delegations that this person gave or received. */
export default function DelegationList() {
  const refresh = useRefreshList(LIST)
  const can = useCan()
  const [adding, setAdding] = useState(false)
  const [declining, setDeclining] = useState<DelegationRow | null>(null)
  const gives = can('declaration:accept') || can('declaration:review')
  return (
    <>
      <PagedTable
        name={LIST}
        first="还没有委托。不在岗时可以请同事在一段时间内以您的名义审核。"
        fields={fields}
        shape={shape}
        endpoint={delegation.list}
        tools={
          gives ? (
            <Button type="primary" onClick={() => setAdding(true)}>
              委托同事
            </Button>
          ) : null
        }
        actions={[
          {
            label: '撤销',
            danger: true,
            when: (r) => r.mine && r.state < 2,
            ask: (r) => ({ title: `撤销对 ${r.delegateName} 的委托？`, effect: '受托人立即不能再代为审核，代领的申报同时放回。' }),
            run: async (r) => {
              await call(delegation.revoke, { body: { id: r.id } })
              toast.success('已撤销')
              await refresh()
            },
          },
          { label: '不再代办', danger: true, when: (r) => !r.mine && r.state < 2, open: setDeclining },
        ]}
      />
      {declining && <DeclineDelegation row={declining} onClose={() => setDeclining(null)} onDone={refresh} />}
      {adding && (
        <Give
          onClose={(done) => {
            setAdding(false)
            if (done) void refresh()
          }}
        />
      )}
    </>
  )
}

const NO_RANGE: { start: string | null; end: string | null } = { start: null, end: null }

function Give({ onClose }: { onClose: (done: boolean) => void }) {
  const people = useQuery({ queryKey: ['colleagues'], queryFn: () => call(delegation.colleagues, { query: {} }, { silent: true }) })
  const [delegateId, setDelegate] = useState<number | null>(null)
  const [range, setRange] = useState(NO_RANGE)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useShownFailure()
  const close = useCloseQuestion(() => onClose(false))
  const kept = useStateDraft({
    key: 'delegation:new',
    values: { delegateId, range, reason },
    start: { delegateId: null as number | null, range: NO_RANGE, reason: '' },
    onTake: (left) => {
      if (left.delegateId !== undefined) setDelegate(left.delegateId)
      if (left.range) setRange(left.range)
      if (left.reason !== undefined) setReason(left.reason)
    },
  })
  const send = async () => {
    const missing = [
      ...(delegateId === null ? [{ path: 'delegateId', message: '请选择受托人' }] : []),
      ...(range.start ? [] : [{ path: 'startTime', message: '请填写委托开始的时间' }]),
      ...(range.end ? [] : [{ path: 'endTime', message: '请填写委托结束的时间' }]),
    ]
    if (delegateId === null || !range.start || !range.end) return setWrong({ code: '', message: '', traceId: null, fields: missing })
    setBusy(true)
    setWrong(null)
    try {
      await call(delegation.save, { body: { delegateId, startTime: range.start, endTime: range.end, reason } }, { silent: true })
      kept.sent()
      toast.success('已委托')
      onClose(true)
    } catch (error) {
      setWrong(readFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      title="委托同事代为审核"
      open
      onCancel={() => close(kept.dirty())}
      onOk={() => void send()}
      okText="委托"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
    >
      {wrong && wrong.fields.length === 0 && <Refusal failure={wrong} />}
      {kept.offer}
      <div className={laid.items} onBlur={kept.flush}>
        <label className={laid.label} htmlFor="delegation-to">
          受托人
        </label>
        <Select
          id="delegation-to"
          placeholder="请选择受托人"
          showSearch
          optionFilterProp="label"
          value={delegateId}
          options={(people.data ?? []).map((p) => ({ value: p.id, label: p.officeName ? `${p.name}（${p.officeName}）` : p.name }))}
          onChange={setDelegate}
        />
        <FieldFault failure={wrong} path="delegateId" />
        <div>
          <span className={laid.label}>期限</span>
          <DateRangeInput id="delegation-from" label="委托期限" format={DATE_FORMAT_2} keeps value={range} onChange={setRange} />
          <p className={laid.note}>只填日期的，到结束那天的最后一刻为止。</p>
          <FieldFault failure={wrong} path="startTime" />
          <FieldFault failure={wrong} path="endTime" />
        </div>
        <div>
          <label className={laid.label} htmlFor="manage-5">
            原因
          </label>
          <Input id="manage-5" value={reason} maxLength={200} onChange={(e) => setReason(e.target.value)} />
          <FieldFault failure={wrong} path="reason" />
        </div>
        {kept.saved}
      </div>
    </Modal>
  )
}
