import { useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import { readFailure } from '../kit/failure.ts'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'
import { PlainField } from '../kit/verify/plain-field.tsx'
import { Dialog } from '../shell/dialog.tsx'
import styles from './login.module.css'

interface Props {
  /** why it is asked */
  why: string
  field: Omit<ComponentProps<typeof PlainField>, 'fault' | 'value' | 'children'>
  /** throws the refusal, which is shown at the field */
  onProve(typed: string): Promise<unknown>
  onClose(given: boolean): void
  /** other ways to prove it */
  children?: ReactNode
}

/** Asks the person for one proof before a call goes on; then the interrupted action continues by itself. */
export function ProofDialog({ why, field, onProve, onClose, children }: Props) {
  const [fault, setFault] = useState<string | undefined>()
  useLoggedInAgain(() => setFault(undefined))
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const input = () => form.current?.elements.namedItem(field.name) as HTMLInputElement | null
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React passes events up through portals, so without this the forms of the page would receive the submit.
    event.stopPropagation()
    const typed = input()?.value ?? ''
    if (!typed.trim()) {
      setFault(`请输入${field.label}`)
      input()?.focus()
      return
    }
    setBusy(true)
    setFault(undefined)
    try {
      await onProve(typed)
      onClose(true)
    } catch (error) {
      const { fields, message } = readFailure(error)
      setFault(fields[0]?.message ?? (message || messages.noResponse))
      setBusy(false)
      input()?.select()
    }
  }
  return (
    <Dialog title={`请输入${field.label}`} width={400} onClose={() => onClose(false)}>
      <p>{why}</p>
      <form ref={form} onSubmit={(e) => void submit(e)} noValidate className={styles.form} method="post">
        <PlainField fault={fault} {...field} />
        <button type="submit" className="btn btn-primary btn-block" disabled={busy}>
          {busy ? '正在核对…' : '继续'}
        </button>
        {children}
        <button type="button" className="btn btn-block" onClick={() => onClose(false)}>
          取消这项操作
        </button>
      </form>
    </Dialog>
  )
}
