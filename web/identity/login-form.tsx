import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import { messages } from '../../contract/messages.ts'
import type { SecondStep } from '../../contract/second-factor.ts'
import { session } from '../session.ts'
import { seal } from './envelope.ts'
import { PlainField } from '../kit/verify/plain-field.tsx'
import styles from './login.module.css'
import { PictureCode, usePictureCode } from '../kit/verify/picture-code.tsx'

const SecondStepForm = lazy(() => import('./second-step.tsx').then((m) => ({ default: m.SecondStepForm })))
/** The ticket of the second step, when the password alone does not start a session; null for other errors. */
const stepIn = (error: unknown): SecondStep | null => {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: unknown }
  return code === 'MFA_REQUIRED' ? (data as SecondStep) : null
}
const COOKIES_OFF = '登录需要浏览器保存 Cookie。请在浏览器设置中允许本站的 Cookie，再重新登录'
type Faults = Partial<Record<'userName' | 'password' | 'verifiCode' | 'form', string>>

/** User name, password and captcha, or the puzzle instead. `onDone` is called after a sign-in; the form shows its error. */
export function LoginForm({ userName, onDone }: { userName?: string | undefined; onDone(): Promise<void> | void }) {
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [step, setStep] = useState<SecondStep | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const code = usePictureCode(setFaults)
  const { challenge, solved } = code

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!navigator.cookieEnabled) return setFaults({ form: COOKIES_OFF })
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name) ?? '')
    const found = {
      ...(text('userName').trim() ? {} : { userName: '请输入用户名' }),
      ...(text('password') ? {} : { password: '请输入密码' }),
      ...(solved !== null || text('verifiCode').trim() ? {} : { verifiCode: '请输入验证码' }),
    }
    setFaults(found)
    const first = Object.keys(found)[0]
    if (first) {
      ;(form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
      return
    }
    if (!challenge) return
    setBusy(true)
    try {
      await session.login({
        userName: text('userName').trim(),
        password: await seal(challenge, text('password')),
        verifiCode: solved ?? text('verifiCode').trim(),
        codeId: challenge.codeId,
      })
      await onDone()
    } catch (error) {
      const next = stepIn(error)
      setStep(next)
      const why = error instanceof Error && error.message ? error.message : messages.noResponse
      const wrongLetters = (error as { code?: unknown } | null)?.code === 'CAPTCHA'
      setFaults(next ? {} : wrongLetters ? { verifiCode: why } : { form: why })
      setBusy(false)
      await code.renew()
      const letters = form.current?.elements.namedItem('verifiCode')
      if (letters instanceof HTMLInputElement) {
        letters.value = ''
        if (wrongLetters) letters.focus()
      }
    }
  }

  if (step)
    return (
      <Suspense fallback={<p role="status">正在加载…</p>}>
        <SecondStepForm
          step={step}
          onDone={onDone}
          onOver={(why) => {
            setStep(null)
            setFaults(why ? { form: why } : {})
          }}
        />
      </Suspense>
    )
  return (
    <form ref={form} onSubmit={(e) => void submit(e)} noValidate className={styles.form} method="post">
      {faults.form && (
        <p role="alert" className={styles.alert}>
          {faults.form}
        </p>
      )}
      <PlainField name="userName" label="用户名" value={userName} fault={faults.userName} autoComplete="username" maxLength={64} />
      <PlainField name="password" label="密码" type="password" fault={faults.password} autoComplete="current-password" maxLength={200} />
      <PictureCode code={code} label="验证码" fault={faults.verifiCode} />
      <button type="submit" className="btn btn-primary btn-block" disabled={!challenge || busy}>
        {busy ? '正在登录…' : '登录'}
      </button>
    </form>
  )
}
