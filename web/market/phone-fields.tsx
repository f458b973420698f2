import { useId } from 'react'
import type { Failure } from '../kit/failure.ts'
import { NumberProof } from '../kit/verify/number-proof.tsx'

interface Props {
  phone: string
  code: string
  onPhone(phone: string): void
  onCode(code: string): void
  failure: Failure | null
}
const faultAt = (failure: Failure | null, path: string) => failure?.fields.find((f) => f.path === path)?.message

/** A number, and below it the code that proves it where the server asks for one: the account's own number needs none. */
export function PhoneFields({ phone, code, onPhone, onCode, failure }: Props) {
  const name = useId()
  const fault = faultAt(failure, 'phone')
  const asksCode = faultAt(failure, 'verifyCode')
  return (
    <>
      <div>
        <label className="field-label" htmlFor={`${name}-phone`}>
          手机号
        </label>
        <input
          id={`${name}-phone`}
          className="field"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? `${name}-fault` : undefined}
          value={phone}
          onChange={(e) => onPhone(e.target.value)}
        />
        {fault && (
          <p id={`${name}-fault`} className="field-error" role="alert">
            {fault}
          </p>
        )}
      </div>
      {(asksCode || code) && <NumberProof purpose="market" phone={phone} code={code} onCode={onCode} fault={asksCode} />}
    </>
  )
}
