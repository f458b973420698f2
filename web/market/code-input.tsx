import { Form } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '../kit/form/fields.ts'
import { NumberProof } from '../kit/verify/number-proof.tsx'

/** The code that proves the contact's number; the captcha picture is loaded when the user wants a code or the server requires one. */
export function CodeInput({ id, value, onChange, 'aria-invalid': asked }: ControlProps) {
  const form = Form.useFormInstance()
  const phone = Form.useWatch<string | undefined>('contactPhone', { form, preserve: true })
  const [wanted, setWanted] = useState(false)
  return (
    <div id={id} tabIndex={-1}>
      {wanted || asked ? (
        <NumberProof
          purpose="market"
          phone={phone ?? ''}
          code={(value as string | null) ?? ''}
          onCode={(code) => {
            setWanted(true)
            onChange?.(code)
          }}
        />
      ) : (
        <button type="button" className="btn" onClick={() => setWanted(true)}>
          需要验证码
        </button>
      )}
    </div>
  )
}
