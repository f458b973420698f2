import { useRef, useState, type FormEvent } from 'react'
import { GIVEN_PASSWORD } from '../../contract/identity/given-password.ts'
import { messages } from '../../contract/messages.ts'
import { session, useUser } from '../session.ts'
import type { ApiError } from '../api.ts'
import { Dialog } from '../shell/dialog.tsx'
import { newChallenge } from '../kit/verify/challenge.ts'
import { seal } from './envelope.ts'
import { newPasswordFault } from './password-rule.ts'

/** Changes one's own password, which ends the session (spec §5). Both passwords are sent encrypted (envelope.ts). */
export default function ChangePassword({ onClose, reason }: { onClose(): void; reason?: string }) {
  const why = useUser()?.passwordGiven ? GIVEN_PASSWORD : reason
  const [faults, setFaults] = useState<{ oldPassword?: string | undefined; newPassword?: string | undefined; form?: string }>({})
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const oldPassword = String(values.get('oldPassword') ?? '')
    const newPassword = String(values.get('newPassword') ?? '')
    const found = { oldPassword: oldPassword ? undefined : messages.oldPasswordRequired, newPassword: newPasswordFault(newPassword) }
    setFaults(found)
    const first = found.oldPassword ? 'oldPassword' : found.newPassword ? 'newPassword' : null
    if (first) {
      ;(form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
      return
    }
    setBusy(true)
    try {
      const challenge = await newChallenge()
      await session.changePassword({ oldPassword: await seal(challenge, oldPassword), newPassword: await seal(challenge, newPassword) })
    } catch (error) {
      const { message, fields } = error as Partial<ApiError>
      const at = (path: string) => fields?.find((f) => f.path === path)?.message
      const own = { oldPassword: at('oldPassword'), newPassword: at('newPassword') }
      setFaults(own.oldPassword || own.newPassword ? own : { form: message || messages.noResponse })
      if (own.oldPassword || own.newPassword)
        (form.current?.elements.namedItem(own.oldPassword ? 'oldPassword' : 'newPassword') as HTMLElement | null)?.focus()
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={messages.changePassword}
      onClose={onClose}
      width={440}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="submit" form="change-password" className="btn btn-primary" disabled={busy}>
            {messages.confirm}
          </button>
        </>
      }
    >
      <form id="change-password" ref={form} onSubmit={(e) => void submit(e)} noValidate style={{ display: 'grid', gap: 16 }}>
        {why && (
          <p className="tag tag-warning" style={{ margin: 0, padding: '8px 12px', whiteSpace: 'normal' }}>
            {why}
          </p>
        )}
        {faults.form && (
          <p role="alert" className="field-error">
            {faults.form}
          </p>
        )}
        <PasswordField name="oldPassword" label="旧密码" fault={faults.oldPassword} autoComplete="current-password" shown={shown} />
        <PasswordField
          name="newPassword"
          label="新密码"
          fault={faults.newPassword}
          autoComplete="new-password"
          hint="至少8位，须包含数字、字母和特殊符号（~!@#$%^&*）"
          shown={shown}
        />
        {/* The new password is asked only once (spec §5), so it can be read before it is sent. */}
        <label>
          <input type="checkbox" checked={shown} onChange={(e) => setShown(e.target.checked)} /> 显示密码
        </label>
      </form>
    </Dialog>
  )
}

function PasswordField({
  name,
  label,
  fault,
  autoComplete,
  hint,
  shown,
}: {
  name: string
  label: string
  fault?: string | undefined
  autoComplete: string
  hint?: string
  shown: boolean
}) {
  return (
    <div>
      <label className="field-label" htmlFor={`pwd-${name}`}>
        {label}
      </label>
      <input
        id={`pwd-${name}`}
        name={name}
        type={shown ? 'text' : 'password'}
        className="field"
        autoComplete={autoComplete}
        maxLength={200}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`pwd-${name}-text`}
      />
      <p id={`pwd-${name}-text`} className={fault ? 'field-error' : 'meta'}>
        {fault ?? hint}
      </p>
    </div>
  )
}
