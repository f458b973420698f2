import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { messages } from '../../contract/messages.ts'
import { session } from '../session.ts'
import { newChallenge, solvePuzzle, type LoginChallenge } from './challenge.ts'
import { seal } from './envelope.ts'
import styles from './login.module.css'

/** User name, password and captcha, or the puzzle in its place. `onDone` follows a log-in; what it throws is told in the form. */
export function LoginForm({ userName, onDone }: { userName?: string | undefined; onDone(): Promise<void> | void }) {
  const [challenge, setChallenge] = useState<LoginChallenge>()
  const [faults, setFaults] = useState<Partial<Record<'userName' | 'password' | 'verifiCode' | 'form', string>>>({})
  const [busy, setBusy] = useState(false)
  const [proof, setProof] = useState<'none' | 'working' | string>('none')
  const form = useRef<HTMLFormElement>(null)

  const renew = useCallback(async () => {
    setProof('none')
    try {
      setChallenge(await newChallenge())
    } catch {
      setFaults((f) => ({ ...f, form: '验证码获取失败，请点击图片重试' }))
    }
  }, [])
  useEffect(() => {
    void renew()
  }, [renew])
  useEffect(() => {
    if (!challenge) return
    const id = setTimeout(() => void renew(), (challenge.expireSeconds - 5) * 1000)
    return () => clearTimeout(id)
  }, [challenge, renew])

  const solve = async () => {
    if (!challenge) return
    setProof('working')
    try {
      setProof(await solvePuzzle(challenge))
    } catch {
      setProof('none')
      setFaults({ verifiCode: '验证未完成，请重试' })
    }
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name) ?? '')
    const solved = proof !== 'none' && proof !== 'working'
    const found = {
      ...(text('userName').trim() ? {} : { userName: '请输入用户名' }),
      ...(text('password') ? {} : { password: '请输入密码' }),
      ...(solved || text('verifiCode').trim() ? {} : { verifiCode: '请输入验证码' }),
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
        verifiCode: solved ? proof : text('verifiCode').trim(),
      })
      await onDone()
    } catch (error) {
      setFaults({ form: error instanceof Error && error.message ? error.message : messages.noResponse })
      setBusy(false)
      await renew()
      const code = form.current?.elements.namedItem('verifiCode')
      if (code instanceof HTMLInputElement) code.value = ''
    }
  }

  const solved = proof !== 'none' && proof !== 'working'
  return (
    <form ref={form} onSubmit={(e) => void submit(e)} noValidate className={styles.form} method="post">
      {faults.form && (
        <p role="alert" className={styles.alert}>
          {faults.form}
        </p>
      )}
      <Field name="userName" label="用户名" value={userName} fault={faults.userName} autoComplete="username" maxLength={64} />
      <Field name="password" label="密码" type="password" fault={faults.password} autoComplete="current-password" maxLength={200} />
      {solved ? (
        <p className={styles.solved} role="status">
          ✓ 已通过验证，无需输入验证码
        </p>
      ) : (
        <div className={styles.code}>
          <Field name="verifiCode" label="验证码" fault={faults.verifiCode} autoComplete="off" maxLength={8} />
          <button type="button" className={styles.picture} onClick={() => void renew()} aria-label="换一张验证码图片">
            {challenge && <img src={challenge.image} width={120} height={44} alt="验证码图片，点击更换" />}
          </button>
        </div>
      )}
      {!solved && (
        <button type="button" className={styles.other} onClick={() => void solve()} disabled={!challenge || proof === 'working'}>
          {proof === 'working' ? '正在验证，请稍候…' : '看不清？改用无需识图的验证'}
        </button>
      )}
      <button type="submit" className="btn btn-primary btn-block" disabled={!challenge || busy}>
        {busy ? '正在登录…' : '登录'}
      </button>
    </form>
  )
}

interface FieldProps {
  name: string
  value?: string | undefined
  label: string
  fault?: string | undefined
  type?: string
  autoComplete: string
  maxLength: number
}

function Field({ name, value, label, fault, type = 'text', autoComplete, maxLength }: FieldProps) {
  return (
    <div className={styles.field}>
      <label className="field-label" htmlFor={`login-${name}`}>
        {label}
      </label>
      <input
        id={`login-${name}`}
        name={name}
        defaultValue={value}
        type={type}
        className="field"
        autoComplete={autoComplete}
        maxLength={maxLength}
        spellCheck={false}
        autoCapitalize="none"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `login-${name}-fault` : undefined}
      />
      {fault && (
        <p id={`login-${name}-fault`} className="field-error">
          {fault}
        </p>
      )}
    </div>
  )
}
