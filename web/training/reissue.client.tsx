import { z } from 'zod'
import { requiredText } from '../../contract/fields.ts'
import { certificate, hours, type Certificate } from '../../contract/training/certificate.ts'
import { REASON_MAX } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const Wish = z.strictObject({ contact: requiredText(30, '请输入姓名'), hours, reason: requiredText(REASON_MAX, '请填写换发原因') })
const fields = formFields(
  Wish,
  { key: 'contact', label: '姓名', maxLength: 30, half: true },
  { key: 'hours', label: '学时', kind: 'number', half: true },
  { key: 'reason', label: '换发原因', kind: 'longText', maxLength: REASON_MAX },
)

/** Issues another certificate in place of one with an error. */
export function Reissue({ of, onClose, onDone }: { of: Certificate; onClose(): void; onDone(): Promise<unknown> }) {
  return (
    <FormModal open title={`换发证书 ${of.number}`} onClose={onClose} width={560}>
      <RecordForm
        schema={Wish}
        fields={fields}
        initial={{ contact: of.contact, hours: of.hours }}
        draft={{ key: `trainReissue:${of.id}` }}
        onCancel={onClose}
        onSubmit={async (values) => {
          const { number } = await call(certificate.reissue, { body: { ...values, id: of.id } }, { silent: true })
          toast.success(`已换发为 ${number}`)
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
