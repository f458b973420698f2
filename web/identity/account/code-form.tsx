import type { FormEvent, ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { PlainField } from '../../kit/verify/plain-field.tsx'
import css from './account.module.css'

/** What is asked: a code of the app, that or a recovery code, or the password of the log-in. */
const FIELDS = {
  code: { label: '动态验证码', autoComplete: 'one-time-code', maxLength: 6, inputMode: 'numeric' },
  anyCode: { label: '动态验证码', autoComplete: 'one-time-code', maxLength: 12 },
  password: { label: '登录密码', autoComplete: 'current-password', maxLength: 200, type: 'password' },
} as const

interface Props {
  before: ReactNode
  okText: string
  asked?: keyof typeof FIELDS
  onClose(): void
  /** throws an error, which is shown at the field */
  onSend(proof: string): Promise<unknown>
}

/** Asks for the proof that a change of the second factor needs: a code of the authenticator app, or the password. */
export function CodeForm({ before, okText, asked = 'code', onClose, onSend }: Props) {
  const { busy, failure, run, refuse } = useSubmit(onSend)
  const field = FIELDS[asked]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get(asked) ?? '')
    const proof = asked === 'password' ? typed : typed.trim()
    if (!proof) refuse({ path: asked, message: `请输入${field.label}` })
    else void run(proof)
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {before}
      <PlainField
        // The next form is another field, so that nothing typed stays in it.
        key={asked}
        name={asked}
        fault={failure ? (failure.fields[0]?.message ?? failure.message) : undefined}
        {...field}
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
