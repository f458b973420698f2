import { useRef, useState } from 'react'
import { sms, type CodePurpose } from '../../../contract/sms.ts'
import { call } from '../../api.ts'
import { toast } from '../../toast.ts'
import { CountdownButton } from '../date/countdown-button.tsx'
import { readFailure } from '../failure.ts'
import { PictureCode, usePictureCode } from './picture-code.tsx'
import { PlainField } from './plain-field.tsx'
import styles from './verify.module.css'

interface Props {
  purpose: CodePurpose
  /** the number as typed now */
  phone: string
  code: string
  onCode(code: string): void
  /** the server's error of the code */
  fault?: string | undefined
}

/** Verifies a number other than the account's own: a picture, a message to the number, the code from the message (M-01). */
export function NumberProof({ purpose, phone, code, onCode, fault }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [faults, setFaults] = useState<Partial<Record<'verifiCode' | 'form', string>>>({})
  const picture = usePictureCode(setFaults)
  const letters = () => box.current?.querySelector<HTMLInputElement>('[name=verifiCode]')
  const send = async () => {
    setFaults({})
    try {
      await call(
        sms.sendVerificationCode,
        { body: { phone, purpose, verifiCode: picture.solved ?? (letters()?.value.trim() || ''), codeId: picture.challenge?.codeId } },
        { silent: true },
      )
      toast.success('验证码已发送')
    } catch (error) {
      const { message, fields } = readFailure(error)
      setFaults({ verifiCode: fields[0]?.message ?? message })
      throw error
    } finally {
      // Right or wrong, a picture can be used once.
      const input = letters()
      if (input) input.value = ''
      await picture.renew()
    }
  }
  return (
    <div ref={box} className={styles.proof}>
      <PictureCode code={picture} label="图形验证码" fault={faults.verifiCode ?? faults.form} />
      <div onInput={(e) => (e.target as HTMLInputElement).name === 'smsCode' && onCode((e.target as HTMLInputElement).value)}>
        <PlainField
          name="smsCode"
          label="短信验证码"
          value={code}
          fault={fault}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        >
          <CountdownButton name={purpose} onSend={send}>
            获取验证码
          </CountdownButton>
        </PlainField>
      </div>
    </div>
  )
}
