import type { FormEvent, ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { PlainField } from '../../kit/verify/plain-field.tsx'
import css from './account.module.css'

interface Props {
  before: ReactNode
  okText: string
  /** a recovery code is accepted too */
  recovery?: boolean
  onClose(): void
  /** throws an error, which is shown at the field */
  onSend(code: string): Promise<unknown>
}

/** Asks for the present code of the authenticator app; every change of the second factor needs one. */
export function CodeForm({ before, okText, recovery = false, onClose, onSend }: Props) {
  const { busy, failure, run, refuse } = useSubmit(onSend)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (!code) refuse({ path: 'code', message: '请输入动态验证码' })
    else void run(code)
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {before}
      <PlainField
        name="code"
        label="动态验证码"
        fault={failure ? (failure.fields[0]?.message ?? failure.message) : undefined}
        {...(recovery ? {} : { inputMode: 'numeric' as const })}
        autoComplete="one-time-code"
        maxLength={24}
      />
      <div className={css.buttons}>
        <button type="submit" className="btn btn-primary btn-small" disabled={busy}>
          {okText}
        </button>
        <button type="button" className="btn btn-small" onClick={onClose}>
          {messages.cancel}
        </button>
      </div>
    </form>
  )
}
