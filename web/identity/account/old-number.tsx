import { account } from '../../../contract/account.ts'
import { call } from '../../api.ts'
import { CountdownButton } from '../../kit/date/countdown-button.tsx'
import { PlainField } from '../../kit/verify/plain-field.tsx'
import { toast } from '../../toast.ts'

interface Props {
  /** the present number, masked */
  bound: string
  fault: string | undefined
  /** tells why no code was sent; null: before one is sent */
  onRefused(error: unknown): void
}

/** Asks for a code sent to the present number, as proof that its owner gives it up. */
export function OldNumber({ bound, fault, onRefused }: Props) {
  const send = async () => {
    onRefused(null)
    try {
      await call(account.sendOldCode, { body: {} }, { silent: true })
      toast.success(`验证码已发送到 ${bound}`)
    } catch (error) {
      onRefused(error)
      throw error
    }
  }
  return (
    <>
      <p className="meta">先核对原手机号 {bound}。原手机号已不能使用的，请联系系统管理员为您解除。</p>
      <PlainField name="oldCode" label="原手机号收到的验证码" fault={fault} inputMode="numeric" autoComplete="off" maxLength={6}>
        <CountdownButton name={`oldMobile ${bound}`} onSend={send}>
          获取验证码
        </CountdownButton>
      </PlainField>
    </>
  )
}
