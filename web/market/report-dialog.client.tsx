import { useId, useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { readFailure, type Failure } from '../kit/failure.ts'
import { Dialog } from '../shell/dialog.tsx'
import { toast } from '../toast.ts'
import { useKeptWords } from './use-kept-words.ts'

const EMPTY = { reason: '' }

/** Says what of an item is not true. */
export function ReportDialog({ kind, id, title, onClose }: { kind: MarketKind; id: number; title: string; onClose(): void }) {
  const name = useId()
  const [{ reason }, setTyped, forget] = useKeptWords(`market:report:${kind}:${id}`, EMPTY)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const fault = failure && (failure.fields[0]?.message ?? failure.message)
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await call(market.report, { body: { kind, id, reason } }, { silent: true })
      forget()
      toast.success('已收到举报，处理结果会通知您')
      onClose()
    } catch (error) {
      setBusy(false)
      setFailure(readFailure(error))
    }
  }
  return (
    <Dialog
      title={`举报：${title}`}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void send()}>
            提交
          </button>
        </>
      }
    >
      <label className="field-label" htmlFor={name}>
        哪里不属实
      </label>
      <textarea
        id={name}
        className="field"
        rows={4}
        maxLength={300}
        aria-invalid={fault !== null}
        aria-describedby={fault ? `${name}-fault` : undefined}
        value={reason}
        onChange={(e) => setTyped({ reason: e.target.value })}
      />
      {fault && (
        <p id={`${name}-fault`} className="field-error" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  )
}
