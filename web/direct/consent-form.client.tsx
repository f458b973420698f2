import { directConsent, directMine, type MyDirectDetail } from '../../contract/direct.ts'
import { call } from '../api.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const fields = formFields(
  directConsent,
  { key: 'bankName', label: '开户银行', maxLength: 60, placeholder: '例如 某某银行城关支行' },
  { key: 'accountNo', label: '银行账号', maxLength: 60, hint: '本企业对公账户，8 至 30 位数字，加密保存' },
  { key: 'contactName', label: '联系人', maxLength: 30, half: true },
  { key: 'contactPhone', label: '联系电话', maxLength: 20, half: true },
)

/** Accepts the subsidy and names the bank account, which must be in the company's own name. */
export function ConsentForm({ detail: d, onDone, onCancel }: { detail: MyDirectDetail; onDone(): unknown; onCancel(): void }) {
  const { contactName, contactPhone } = d.suggested
  return (
    <RecordForm
      schema={directConsent}
      fields={fields}
      initial={{
        id: d.id,
        ...(d.bankName ? { bankName: d.bankName } : {}),
        ...(contactName ? { contactName } : {}),
        ...(contactPhone ? { contactPhone } : {}),
      }}
      submitText={'确认领取'}
      onCancel={onCancel}
      onSubmit={async (body) => {
        await call(directMine.consent, { body }, { silent: true })
        toast.success('已确认，公示期满后由部门移交拨付')
        await onDone()
      }}
    />
  )
}
