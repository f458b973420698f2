import { useId, useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { readFailure, type Failure } from '../kit/failure.ts'
import { Dialog } from '../shell/dialog.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { useKeptWords } from './use-kept-words.ts'
import styles from './market.module.css'

const EMPTY = { phone: '', message: '' }

/** Says why, and gets the contact; both sides read the record of it. */
export function ContactDialog({ kind, id, title, onClose }: { kind: MarketKind; id: number; title: string; onClose(): void }) {
  const name = useId()
  const [typed, setTyped, forget] = useKeptWords(`market:contact:${kind}:${id}`, EMPTY)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [given, setGiven] = useState<{ contactPerson: string; contactPhone: string } | null>(null)
  const fault = failure?.fields.find((f) => f.path === 'message')?.message
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      setGiven(await call(market.requestContact, { body: { kind, id, ...typed, ...(code ? { verifyCode: code } : {}) } }, { silent: true }))
      forget()
    } catch (error) {
      setFailure(readFailure(error))
    } finally {
      setBusy(false)
    }
  }
  if (given)
    return (
      <Dialog
        title="联系方式"
        onClose={onClose}
        footer={
          <button type="button" className="btn btn-primary" onClick={onClose}>
            知道了
          </button>
        }
      >
        <p>
          {given.contactPerson} <a href={`tel:${given.contactPhone}`}>{given.contactPhone}</a>
        </p>
        <p className="meta">对方能看到您的姓名、号码和意向。这条记录在“消息”和“我的供需”里可以再看到。</p>
      </Dialog>
    )
  return (
    <Dialog
      title={`索取联系方式：${title}`}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void send()}>
            获取
          </button>
        </>
      }
    >
      <div className={styles.fields}>
        <div>
          <label className="field-label" htmlFor={`${name}-message`}>
            意向
          </label>
          <textarea
            id={`${name}-message`}
            className="field"
            rows={3}
            maxLength={300}
            placeholder="例如：想租 800 ㎡做装配，方便时请回电"
            aria-invalid={fault !== undefined}
            aria-describedby={fault ? `${name}-fault` : undefined}
            value={typed.message}
            onChange={(e) => setTyped({ ...typed, message: e.target.value })}
          />
          {fault && (
            <p id={`${name}-fault`} className="field-error" role="alert">
              {fault}
            </p>
          )}
        </div>
        <PhoneFields
          phone={typed.phone}
          code={code}
          onPhone={(phone) => setTyped({ ...typed, phone })}
          onCode={setCode}
          failure={failure}
        />
        {failure && failure.fields.length === 0 && (
          <p className="field-error" role="alert">
            {failure.message}
          </p>
        )}
        <p className="meta">对方会收到通知，看到您的姓名、企业、号码和意向。每天最多索取 20 个。</p>
      </div>
    </Dialog>
  )
}
