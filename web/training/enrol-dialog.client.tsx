import { useId, useState } from 'react'
import { activity } from '../../contract/training/activity.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { readFailure, type Failure } from '../kit/failure.ts'
import { NumberProof } from '../kit/verify/number-proof.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { toast } from '../toast.ts'
import styles from './training.module.css'

const fields = [
  { key: 'contact', label: '参加人', mode: 'text', complete: 'name' },
  { key: 'phone', label: '手机号', mode: 'tel', complete: 'tel' },
] as const
type Key = (typeof fields)[number]['key']

/** Enrols one person; a number that is not the account's own is proved by a code. A refusal stands at its field, what was typed stays. */
export function EnrolDialog({ id, title, onClose, onDone }: { id: number; title: string; onClose(): void; onDone(): Promise<unknown> }) {
  const name = useId()
  const [typed, setTyped] = useState<Record<Key, string>>({ contact: '', phone: '' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const faultOf = (key: Key) => failure?.fields.find((f) => f.path === key)?.message
  const [code, setCode] = useState('')
  const asksCode = failure?.fields.find((f) => f.path === 'verifyCode')?.message
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { waiting } = await call(activity.enrol, { body: { id, ...typed, ...(code ? { verifyCode: code } : {}) } }, { silent: true })
      toast.success(waiting === null ? '报名成功' : `名额已满，您在候补第 ${waiting} 位，有名额时会通知您`)
      onClose()
      await onDone()
    } catch (error) {
      setBusy(false)
      setFailure(readFailure(error))
    }
  }
  return (
    <Dialog
      title={`报名“${title}”`}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void send()}>
            报名
          </button>
        </>
      }
    >
      <div className={styles.form}>
        {fields.map(({ key, label, mode, complete }) => {
          const fault = faultOf(key)
          return (
            <div key={key}>
              <label className="field-label" htmlFor={`${name}-${key}`}>
                {label}
              </label>
              <input
                id={`${name}-${key}`}
                className="field"
                inputMode={mode}
                autoComplete={complete}
                maxLength={30}
                aria-invalid={fault !== undefined}
                aria-describedby={fault ? `${name}-${key}-fault` : undefined}
                value={typed[key]}
                onChange={(e) => setTyped({ ...typed, [key]: e.target.value })}
              />
              {fault && (
                <p id={`${name}-${key}-fault`} className="field-error" role="alert">
                  {fault}
                </p>
              )}
            </div>
          )
        })}
        {(asksCode || code) && <NumberProof purpose="enrol" phone={typed.phone} code={code} onCode={setCode} fault={asksCode} />}
        {failure && failure.fields.length === 0 && (
          <p className="field-error" role="alert">
            {failure.message}
          </p>
        )}
        <p className="meta">只有活动的发布人能看到您的联系方式。活动延期、取消或候补转正时会通知您。</p>
      </div>
    </Dialog>
  )
}
