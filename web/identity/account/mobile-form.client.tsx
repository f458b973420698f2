import { useRef, useState, type FormEvent } from 'react'
import { account, BindMobile } from '../../../contract/account.ts'
import { messages } from '../../../contract/messages.ts'
import { sms } from '../../../contract/sms.ts'
import { call } from '../../api.ts'
import { CountdownButton } from '../../kit/date/countdown-button.tsx'
import { readFailure } from '../../kit/failure.ts'
import { checkField } from '../../kit/form/form-values.ts'
import { toast } from '../../toast.ts'
import { PlainField } from '../../kit/verify/plain-field.tsx'
import { PictureCode, usePictureCode } from '../../kit/verify/picture-code.tsx'
import styles from '../login.module.css'
import css from './account.module.css'
import { OldNumber } from './old-number.tsx'

type Key = 'oldCode' | 'phone' | 'verifiCode' | 'code'
type Faults = Partial<Record<Key | 'form', string>>

interface Props {
  /** the present number, masked; empty: none */
  bound: string
  onClose(): void
  onDone(mobile: string): void
}

/** Binds a mobile number. A code sent to it proves that it belongs to the user; a code sent to the earlier number is needed too. */
export function MobileForm({ bound, onClose, onDone }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const picture = usePictureCode(setFaults)
  const typed = (key: Key) => String(new FormData(form.current!).get(key) ?? '').trim()
  const tell = (found: Faults) => {
    setFaults(found)
    const first = (['oldCode', 'phone', 'verifiCode', 'code'] as const).find((key) => found[key])
    if (first) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
    return first !== undefined
  }
  const refused = (error: unknown) => {
    const { message, fields, code } = readFailure(error)
    const own = Object.fromEntries(fields.map((f) => [f.path, f.message])) as Faults
    tell(fields.length > 0 ? own : { [code === 'CAPTCHA' ? 'verifiCode' : 'form']: message })
  }

  const sendNew = async () => {
    const phone = typed('phone')
    const letters = picture.solved ?? typed('verifiCode')
    const found: Faults = {}
    const wrong = checkField(BindMobile, 'phone', phone)
    if (wrong) found.phone = wrong
    if (!letters) found.verifiCode = '请输入图形验证码'
    if (tell(found)) throw new Error(messages.phoneFormat)
    try {
      await call(
        sms.sendVerificationCode,
        { body: { phone, purpose: 'bindMobile', verifiCode: letters, codeId: picture.challenge?.codeId } },
        { silent: true },
      )
      toast.success('验证码已发送')
      ;(form.current?.elements.namedItem('code') as HTMLElement | null)?.focus()
    } catch (error) {
      refused(error)
      throw error
    } finally {
      // The captcha picture can be used only once, whether the answer was right or wrong.
      const input = form.current?.elements.namedItem('verifiCode')
      if (input instanceof HTMLInputElement) input.value = ''
      await picture.renew()
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const values = { phone: typed('phone'), code: typed('code'), ...(bound ? { oldCode: typed('oldCode') } : {}) }
    const found: Faults = {}
    for (const key of Object.keys(values) as (keyof typeof values)[]) {
      const wrong = checkField(BindMobile, key, values[key])
      if (wrong) found[key as Key] = wrong
    }
    if (tell(found)) return
    setBusy(true)
    try {
      const { mobile } = await call(account.bindMobile, { body: values }, { silent: true })
      toast.success(bound ? '手机号已更换' : '手机号已绑定')
      onDone(mobile)
    } catch (error) {
      setBusy(false)
      refused(error)
    }
  }

  return (
    <form ref={form} className={css.form} noValidate onSubmit={(e) => void submit(e)} aria-label={bound ? '更换手机号' : '绑定手机号'}>
      {faults.form && (
        <p role="alert" className={styles.alert}>
          {faults.form}
        </p>
      )}
      {bound && <OldNumber bound={bound} fault={faults.oldCode} onRefused={(error) => (error === null ? setFaults({}) : refused(error))} />}
      <PlainField
        name="phone"
        label={bound ? '新手机号' : '手机号'}
        fault={faults.phone}
        inputMode="tel"
        autoComplete="tel"
        maxLength={24}
      />
      <PictureCode code={picture} label="图形验证码" fault={faults.verifiCode} />
      <PlainField
        name="code"
        label={bound ? '新手机号收到的验证码' : '短信验证码'}
        fault={faults.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      >
        {/* The wait belongs to the number: a binding that has succeeded leaves none for the next one. */}
        <CountdownButton name={`bindMobile ${bound}`} onSend={sendNew}>
          获取验证码
        </CountdownButton>
      </PlainField>
      <div className={css.buttons}>
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {busy ? '正在提交…' : bound ? '更换' : '绑定'}
        </button>
        <button type="button" className="btn" onClick={onClose}>
          {messages.cancel}
        </button>
      </div>
    </form>
  )
}
