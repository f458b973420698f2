import { useRef, useState, type ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import { readFailure } from '../kit/failure.ts'
import { useShownFailure } from '../kit/form/shown-failure.ts'
import { Dialog } from './dialog.tsx'
import styles from './dialog.module.css'

/** The last refusal, for a form inside a dialog. */
export interface Refused {
  faultAt(path: string): string | undefined
  /** removes a field's error when the field changes */
  mended(path: string): void
}

interface Props {
  title: string
  okText: string
  /** something required is not chosen yet */
  incomplete?: boolean
  /** the effect of sending, shown below the fields */
  effect?: ReactNode
  onClose(): void
  /** a thrown refusal is shown at its field, and the input stays */
  onSend(): Promise<unknown>
  children(refused: Refused): ReactNode
}

/** A short form of a public page in a dialog: one call at a time, errors at their fields or below. */
export function SendDialog({ title, okText, incomplete, effect, onClose, onSend, children }: Props) {
  const [busy, setBusy] = useState(false)
  const underway = useRef(false)
  const [failure, setFailure] = useShownFailure()
  const send = async () => {
    if (underway.current) return
    underway.current = true
    setBusy(true)
    setFailure(null)
    try {
      await onSend()
    } catch (error) {
      setFailure(readFailure(error))
    } finally {
      underway.current = false
      setBusy(false)
    }
  }
  const faultAt = (path: string) => failure?.fields.find((f) => f.path === path)?.message
  const mended = (path: string) =>
    setFailure((now) => {
      const fields = now?.fields.filter((f) => f.path !== path) ?? []
      return now && fields.length > 0 ? { ...now, fields } : null
    })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="button" className="btn btn-primary" disabled={busy || incomplete} onClick={() => void send()}>
            {okText}
          </button>
        </>
      }
    >
      <div className={styles.fields}>
        {children({ faultAt, mended })}
        {failure && failure.fields.length === 0 && (
          <p className="field-error" role="alert">
            {failure.message}
          </p>
        )}
        {effect && <p className="meta">{effect}</p>}
      </div>
    </Dialog>
  )
}
