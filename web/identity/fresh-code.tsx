import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { messages } from '../../contract/messages.ts'
import type { KeyQuestion } from '../../contract/security-keys.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import { get, post } from '../../contract/wire.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { PlainField } from '../kit/verify/plain-field.tsx'
import { Dialog } from '../shell/dialog.tsx'
import styles from './login.module.css'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

const KeyButton = lazy(() => import('./key-button.tsx'))
const listKeys = get('/sys/webauthn/list')
const askKey = post('/sys/webauthn/ask')
const confirmKey = post('/sys/webauthn/confirm')

/** Asks for a code before access to rights or personal data; then the interrupted action continues by itself (ADR 0710). */
export default function FreshCodeDialog({ onClose }: { onClose(given: boolean): void }) {
  const [fault, setFault] = useState<string | undefined>()
  useLoggedInAgain(() => setFault(undefined))
  const [busy, setBusy] = useState(false)
  const [hasKeys, setHasKeys] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const input = () => form.current?.elements.namedItem('code') as HTMLInputElement | null
  useEffect(() => input()?.focus(), [])
  useEffect(() => {
    const found = (answer: unknown) => setHasKeys((answer as { list: unknown[] }).list.length > 0)
    // Without an answer the code remains.
    call(listKeys, {}, { silent: true }).then(found, () => undefined)
  }, [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React passes events up through portals, so without this the forms of the page would receive the submit.
    event.stopPropagation()
    const code = input()?.value.trim() ?? ''
    if (!code) {
      setFault('请输入动态验证码')
      return
    }
    setBusy(true)
    setFault(undefined)
    try {
      await call(sessionWire.confirmFactor, { body: { code } }, { silent: true })
      onClose(true)
    } catch (error) {
      const { fields, message } = readFailure(error)
      setFault(fields[0]?.message ?? (message || messages.noResponse))
      setBusy(false)
      input()?.select()
    }
  }
  return (
    <Dialog title="请输入动态验证码" width={400} onClose={() => onClose(false)}>
      <p>这项操作涉及权限或完整的个人信息。距上次输入动态验证码已超过十分钟，请再输入一次，随后继续，填写的内容都还在。</p>
      <form ref={form} onSubmit={(e) => void submit(e)} noValidate className={styles.form} method="post">
        <PlainField name="code" label="动态验证码" fault={fault} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        <button type="submit" className="btn btn-primary btn-block" disabled={busy}>
          {busy ? '正在核对…' : '继续'}
        </button>
        {hasKeys && (
          <Suspense fallback={null}>
            <KeyButton
              onAsk={async () => (await call(askKey, { body: {} }, { silent: true })) as KeyQuestion}
              onAnswer={async (answer) => {
                await call(confirmKey, { body: { answer } }, { silent: true })
                onClose(true)
              }}
            />
          </Suspense>
        )}
        <button type="button" className="btn btn-block" onClick={() => onClose(false)}>
          取消这项操作
        </button>
      </form>
    </Dialog>
  )
}
