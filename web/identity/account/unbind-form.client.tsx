import { useRef, useState, type FormEvent } from 'react'
import { account, UnbindMobile } from '../../../contract/account.ts'
import { messages } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { checkField } from '../../kit/form/form-values.ts'
import { toast } from '../../toast.ts'
import styles from '../login.module.css'
import css from './account.module.css'
import { OldNumber } from './old-number.tsx'

interface Props {
  /** the present number, masked */
  bound: string
  isStaff: boolean
  onClose(): void
  onDone(): void
  /** the number was changed elsewhere, or the like: what the page shows has to be read again */
  onStale(): void
}

/** Removes the number after its owner has typed the code that it received, and says before what is lost. */
export function UnbindForm({ bound, isStaff, onClose, onDone, onStale }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = () => form.current?.elements.namedItem('oldCode') as HTMLInputElement | null
  const tellField = (message: string) => {
    setFault(message)
    field()?.focus()
  }
  const refused = (error: unknown) => {
    setFault(undefined)
    setRefusal(undefined)
    if (error === null) return
    const { message, fields, code } = readFailure(error)
    const own = fields.find(({ path }) => path === 'oldCode')
    if (own) return tellField(own.message)
    setRefusal(message)
    if (code === 'CONFLICT' || code === 'STATE') onStale()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const oldCode = (field()?.value ?? '').trim()
    const wrong = checkField(UnbindMobile, 'oldCode', oldCode)
    if (wrong) return tellField(wrong)
    setBusy(true)
    try {
      await call(account.unbindMobile, { body: { mobile: bound, oldCode } }, { silent: true })
      toast.success('手机号已解除绑定')
      onDone()
    } catch (error) {
      setBusy(false)
      refused(error)
    }
  }
  return (
    <form ref={form} className={css.form} noValidate onSubmit={(e) => void submit(e)} aria-label="解除绑定手机号">
      {refusal && (
        <p role="alert" className={styles.alert}>
          {refusal}
        </p>
      )}
      <p>
        解除后，消息不再同时发短信给您，已选的短信提醒一并取消{isStaff ? '' : '；报名活动、登记供需信息时，填写的手机号要重新用短信验证'}
        。之后可以随时再绑定。
      </p>
      <OldNumber bound={bound} fault={fault} onRefused={refused} />
      <div className={css.buttons}>
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {busy ? '正在提交…' : '解除绑定'}
        </button>
        <button type="button" className="btn" onClick={onClose}>
          {messages.cancel}
        </button>
      </div>
    </form>
  )
}
