import { useEffect, useState } from 'react'
import { market, type Slot } from '../../contract/market/dealing.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { readFailure, type Failure } from '../kit/failure.ts'
import { Dialog } from '../shell/dialog.tsx'
import { toast } from '../toast.ts'
import { PhoneFields } from './phone-fields.tsx'
import styles from './market.module.css'

/** Books one of the half hours that the owner opened. */
export function VisitDialog({ kind, id, title, onClose }: { kind: MarketKind; id: number; title: string; onClose(): void }) {
  const [slots, setSlots] = useState<readonly Slot[] | null>(null)
  const [slotId, setSlotId] = useState<number | null>(null)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const read = () =>
    call(market.slots, { query: { kind, id } }, { silent: true }).then(setSlots, (error: unknown) => setFailure(readFailure(error)))
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- read for this item; `read` is made anew with every rendering
  useEffect(() => void read(), [kind, id])
  const send = async () => {
    if (slotId === null) return
    setBusy(true)
    setFailure(null)
    try {
      await call(market.bookVisit, { body: { slotId, phone, ...(code ? { verifyCode: code } : {}) } }, { silent: true })
      toast.success('已约定，业主会收到通知')
      onClose()
    } catch (error) {
      setBusy(false)
      setFailure(readFailure(error))
      await read()
    }
  }
  const free = slots?.filter((slot) => slot.free) ?? []
  return (
    <Dialog
      title={`约看：${title}`}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="button" className="btn btn-primary" disabled={busy || slotId === null} onClick={() => void send()}>
            约定
          </button>
        </>
      }
    >
      <div className={styles.fields}>
        {slots === null && !failure && <p role="status">正在加载…</p>}
        {slots !== null && free.length === 0 && <p>业主还没有开放看房时间，可以先索取联系方式。</p>}
        {free.length > 0 && (
          <fieldset className={styles.slots}>
            <legend className="field-label">选择时间（每次 30 分钟）</legend>
            {free.map((slot) => (
              <label key={slot.id}>
                <input type="radio" name="slot" checked={slotId === slot.id} onChange={() => setSlotId(slot.id)} />
                {localMinute(slot.startTime)}
              </label>
            ))}
          </fieldset>
        )}
        {free.length > 0 && <PhoneFields phone={phone} code={code} onPhone={setPhone} onCode={setCode} failure={failure} />}
        {failure && failure.fields.length === 0 && (
          <p className="field-error" role="alert">
            {failure.message}
          </p>
        )}
      </div>
    </Dialog>
  )
}
