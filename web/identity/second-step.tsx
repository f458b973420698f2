import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { messages } from '../../contract/messages.ts'
import type { NewSecret, SecondStep } from '../../contract/second-factor.ts'
import type { KeyQuestion } from '../../contract/security-keys.ts'
import { post } from '../../contract/wire.ts'
import { call } from '../api.ts'
import { PlainField } from '../kit/verify/plain-field.tsx'
import { readFailure } from '../kit/failure.ts'
import { session, type TokenPair } from '../session.ts'
import styles from './login.module.css'
import { SecretToBind } from './secret-to-bind.tsx'

const KeyButton = lazy(() => import('./key-button.tsx'))
const RecoveryCodes = lazy(() => import('./account/recovery-codes.tsx').then((m) => ({ default: m.RecoveryCodes })))
const enrol = post('/sys/activeUser/enrolSecond', 'form')
const enter = post('/sys/activeUser/loginSecond', 'form')
const askKey = post('/sys/webauthn/askAtLogIn')
const enterByKey = post('/sys/webauthn/loginSecond')

interface Props {
  step: SecondStep
  onDone(): Promise<void> | void
  /** called when the ticket has expired or the user starts again; `why` is shown there */
  onOver(why: string | null): void
}

/** The second step of a sign-in: a code of the app, a recovery code, or a security key. A user without an app binds one first. */
export function SecondStepForm({ step, onDone, onOver }: Props) {
  const [secret, setSecret] = useState<NewSecret | null>(null)
  const [fault, setFault] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const over = (error: unknown): boolean => {
    const { code, message } = readFailure(error)
    if (code !== 'TICKET_OVER') return false
    onOver(message)
    return true
  }
  useEffect(() => {
    if (!step.enrol) return
    call(enrol, { body: { ticket: step.ticket } }, { silent: true }).then(
      (made) => setSecret(made as NewSecret),
      (error: unknown) => {
        if (!over(error)) setFault(readFailure(error).message)
      },
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per ticket
  }, [step.ticket])
  useEffect(() => (form.current?.elements.namedItem('code') as HTMLElement | null)?.focus(), [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (!code) {
      setFault('请输入动态验证码')
      return
    }
    setBusy(true)
    setFault(undefined)
    try {
      const answer = await call(enter, { body: { ticket: step.ticket, code } }, { silent: true })
      const { recoveryCodes, ...pair } = answer as TokenPair & { recoveryCodes?: string[] }
      await session.accept(pair)
      if (recoveryCodes) setCodes(recoveryCodes)
      else await onDone()
    } catch (error) {
      if (over(error)) return
      const { fields, message } = readFailure(error)
      setFault(fields[0]?.message ?? (message || messages.noResponse))
      setBusy(false)
      const input = form.current?.elements.namedItem('code')
      if (input instanceof HTMLInputElement) input.select()
    }
  }
  if (codes)
    return (
      <Suspense fallback={<p role="status">正在加载…</p>}>
        <RecoveryCodes codes={codes} onClose={() => void onDone()} />
      </Suspense>
    )
  return (
    <form ref={form} onSubmit={(e) => void submit(e)} noValidate className={styles.form} method="post">
      {step.enrol && (
        <>
          <p>本平台要求登录时输入动态验证码。请先在手机上绑定一个验证器，再输入它显示的 6 位数字。</p>
          {secret ? <SecretToBind of={secret} /> : <p role="status">正在加载…</p>}
        </>
      )}
      <PlainField name="code" label="动态验证码" fault={fault} autoComplete="one-time-code" maxLength={24} />
      <p className="meta">
        {step.enrol
          ? '绑定后显示十个恢复码，手机遗失时使用，请准备保存。'
          : '打开手机上的验证器查看。手机不在身边时，可以输入一个恢复码；恢复码也没有的，请联系安全管理员解除。'}
      </p>
      <button type="submit" className="btn btn-primary btn-block" disabled={busy || (step.enrol && !secret)}>
        {busy ? '正在登录…' : '登录'}
      </button>
      {step.keys && (
        <Suspense fallback={null}>
          <KeyButton
            onAsk={async () => (await call(askKey, { body: { ticket: step.ticket } }, { silent: true })) as KeyQuestion}
            onAnswer={async (answer) => {
              const pair = await call(enterByKey, { body: { ticket: step.ticket, answer } }, { silent: true })
              await session.accept(pair as TokenPair)
              await onDone()
            }}
            onFault={over}
          />
        </Suspense>
      )}
      <button type="button" className="btn btn-block" onClick={() => onOver(null)}>
        返回，使用其他账号
      </button>
    </form>
  )
}
