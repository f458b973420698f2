import { Labelled } from '../kit/form/labelled.tsx'
import { NumberProof } from '../kit/verify/number-proof.tsx'

interface Props {
  phone: string
  code: string
  onPhone(phone: string): void
  onCode(code: string): void
  faultAt(path: string): string | undefined
}

/** A telephone number and, when the server asks for one, a code that proves it; the account's own number needs none. */
export function PhoneFields({ phone, code, onPhone, onCode, faultAt }: Props) {
  const asksCode = faultAt('verifyCode')
  return (
    <>
      <Labelled label="手机号" fault={faultAt('phone')}>
        {(aria) => (
          <input
            {...aria}
            className="field"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            value={phone}
            onChange={(e) => onPhone(e.target.value)}
          />
        )}
      </Labelled>
      {(asksCode || code) && <NumberProof purpose="market" phone={phone} code={code} onCode={onCode} fault={asksCode} />}
    </>
  )
}
