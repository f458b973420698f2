import { useEffect, useState } from 'react'
import { market, type Slot } from '../../contract/market/dealing.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { readFailure } from '../kit/failure.ts'
import { SendDialog } from '../shell/send-dialog.tsx'
import { toast } from '../toast.ts'
import { PhoneFields } from './phone-fields.tsx'
import styles from './market.module.css'

/** Books one of the half hours that the owner offers. */
export function VisitDialog({ kind, id, title, onClose }: { kind: MarketKind; id: number; title: string; onClose(): void }) {
  const [slots, setSlots] = useState<readonly Slot[] | null>(null)
  const [unread, setUnread] = useState<string | null>(null)
  const [slotId, setSlotId] = useState<number | null>(null)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const read = () =>
    call(market.slots, { query: { kind, id } }, { silent: true }).then(
      (found) => {
        setSlots(found)
        setUnread(null)
      },
      (error: unknown) => setUnread(readFailure(error).message),
    )
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once per item; `read` is a new function in every render
  useEffect(() => void read(), [kind, id])
  const free = slots?.filter((slot) => slot.free) ?? []
  return (
    <SendDialog
      title={`约看：${title}`}
      okText="约定"
      incomplete={slotId === null}
      onClose={onClose}
      onSend={async () => {
        try {
          await call(market.bookVisit, { body: { slotId: slotId!, phone, ...(code ? { verifyCode: code } : {}) } }, { silent: true })
        } catch (error) {
          // Somebody else may have booked it meanwhile.
          await read()
          throw error
        }
        toast.success('已约定，业主会收到通知')
        onClose()
      }}
    >
      {({ faultAt, mended }) => (
        <>
          {slots === null && unread === null && <p role="status">正在加载…</p>}
          {unread !== null && (
            <p className="field-error" role="alert">
              {unread}{' '}
              <button type="button" className="btn" onClick={() => void read()}>
                重试
              </button>
            </p>
          )}
          {slots !== null && free.length === 0 && <p>业主还没有开放看房时间，可以先索取联系方式。</p>}
          {free.length > 0 && (
            <>
              <fieldset className={styles.slots}>
                <legend className="field-label">选择时间（每次 30 分钟）</legend>
                {free.map((slot) => (
                  <label key={slot.id}>
                    <input type="radio" name="slot" checked={slotId === slot.id} onChange={() => setSlotId(slot.id)} />
                    {localMinute(slot.startTime)}
                  </label>
                ))}
              </fieldset>
              <PhoneFields
                phone={phone}
                code={code}
                onPhone={(next) => {
                  setPhone(next)
                  mended('phone')
                }}
                onCode={setCode}
                faultAt={faultAt}
              />
            </>
          )}
        </>
      )}
    </SendDialog>
  )
}
