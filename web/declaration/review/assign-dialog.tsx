import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useState } from 'react'
import type { BatchItem, BatchResult } from '../../../contract/batch.ts'
import { holding } from '../../../contract/declaration/holding.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { assignTo } from './assigning.ts'
import css from './review.module.css'
import { useLoggedInAgain } from '../../kit/form/shown-failure.ts'

interface Props {
  items: readonly BatchItem[]
  onClose(): void
  onDone(refused: BatchResult | null): Promise<unknown>
}

/** 指派: chooses who works on these declarations, with the number that each person has in hand. */
export default function AssignDialog({ items, onClose, onDone }: Props) {
  const [to, setTo] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  useLoggedInAgain(() => setWrong(null))
  const people = useQuery({
    queryKey: ['declaration', 'reviewers', items[0]?.id],
    queryFn: () => call(holding.reviewers, { query: { id: items[0]!.id } }, { silent: true }),
    enabled: items.length > 0,
    gcTime: 0,
    retry: false,
  })
  const send = async () => {
    if (to === null) return setWrong('请选择办理人')
    setBusy(true)
    const refused = await assignTo(items, to)
    setBusy(false)
    await onDone(refused)
  }
  return (
    <Modal
      open
      title={items.length === 1 ? '指派办理人' : `指派 ${items.length} 件申报`}
      okText="指派"
      cancelText="取消"
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void send()}
    >
      {people.isError ? (
        <ErrorState error={people.error} onRetry={() => void people.refetch()} />
      ) : (
        <>
          <label htmlFor="assign-to">办理人</label>
          <Select
            id="assign-to"
            showSearch={{ optionFilterProp: 'label' }}
            style={{ width: '100%' }}
            loading={people.isPending}
            placeholder="请选择办理人"
            notFoundContent="现在没有可以办理的人员"
            value={to}
            status={wrong ? 'error' : ''}
            options={(people.data ?? []).map((p) => ({
              value: p.id,
              label: `${p.name}${p.officeName ? `（${p.officeName}）` : ''}，手头 ${p.holds} 件`,
            }))}
            onChange={(value) => {
              setTo(value)
              setWrong(null)
            }}
          />
          <p role="alert" className={css.wrong}>
            {wrong}
          </p>
          <p className={css.note}>被指派的人会收到消息；其他有权办理的人仍可处理。</p>
        </>
      )}
    </Modal>
  )
}
