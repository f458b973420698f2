import { BindingBody, binding } from '../../contract/binding.ts'
import { call } from '../api.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'

const fields = formFields(
  BindingBody,
  { key: 'code', label: '社会信用代码', kind: 'text', maxLength: 18, placeholder: '18 位，可在营业执照上查看', half: true },
  { key: 'position', label: '职务', kind: 'text', maxLength: 40, placeholder: '例如：财务负责人', half: true },
  { key: 'proofFiles', label: '证明材料', kind: 'documents', hint: '劳动合同、社保证明或企业授权书的扫描件，最多 5 个' },
)

/** The form with which a person applies for a binding to a company (spec §6). */
export const BindingForm = ({ onDone, onCancel }: { onDone(): Promise<unknown>; onCancel(): void }) => (
  <RecordForm
    schema={BindingBody}
    draft={{ key: 'binding:new' }}
    fields={fields}
    submitText="提交申请"
    onCancel={onCancel}
    onSubmit={async (body) => {
      await call(binding.save, { body }, { silent: true })
      await onDone()
    }}
  />
)
