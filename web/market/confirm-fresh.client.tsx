import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { market } from '../../contract/market/dealing.ts'
import { marketGroups } from '../../contract/market/item.ts'
import { marketKinds, marketStates, OWN_AS_PERSON, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { toast } from '../toast.ts'
import { AsPerson } from './as-person.client.tsx'
import { freshText } from './market-item.tsx'

/**
 * `?confirm=` in the link of a notice or a text message. The owner confirms the item with one click; opening the page alone confirms
 * nothing.
 */
export function ConfirmFresh({ kind, refresh }: { kind: MarketKind; refresh(): Promise<unknown> }) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('confirm')
  const id = asked !== null && /^\d{1,15}$/.test(asked) ? Number(asked) : null
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['market', 'confirm', kind, id],
    queryFn: () => call(marketGroups[kind].findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    gcTime: 0,
    retry: false,
  })
  if (id === null) return null
  const close = () => {
    params.delete('confirm')
    setParams(params, { replace: true, preventScrollReset: true })
  }
  const may = data?.standing?.allowed.includes('confirm') ?? false
  const confirm = async () => {
    setBusy(true)
    try {
      await call(market.confirmFresh, { body: { kind, id } }, { silent: true })
      toast.success('已确认，谢谢')
      close()
      await refresh()
    } catch (failure) {
      toast.error(readFailure(failure).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={`${marketKinds[kind].name}信息还有效吗？`}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{may ? '有变化，先去修改或下架' : '知道了'}</Button>
          {may && (
            <Button type="primary" loading={busy} onClick={() => void confirm()}>
              仍然有效
            </Button>
          )}
        </>
      }
    >
      {data?.ownAsPerson || (error && readFailure(error).code === OWN_AS_PERSON) ? (
        <AsPerson kind={kind} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <p>
            <strong>{data.title}</strong>
          </p>
          <p>{[data.areaText, data.priceText, data.streetName].filter(Boolean).join(' · ')}</p>
          <p className="meta">
            {data.reviewState === marketStates.code.passed
              ? `${freshText(data)}${data.standing?.hidden ? '，已不再公开，确认后恢复' : ''}`
              : `现在是“${data.stateName}”，不需要确认`}
          </p>
        </>
      )}
    </Modal>
  )
}
