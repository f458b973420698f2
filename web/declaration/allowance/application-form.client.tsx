import { allowance, allowanceApplication } from '../../../contract/declaration/allowance.ts'
import { call } from '../../api.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'

const fields = formFields(
  allowanceApplication,
  { key: 'projectName', label: '项目名称', maxLength: 100 },
  { key: 'year', label: '年度', kind: 'number', half: true },
  { key: 'amount', label: '申请金额', kind: 'number', unit: '万元', half: true },
  { key: 'note', label: '情况说明', kind: 'longText', maxLength: 500 },
  { key: 'files', label: '证明材料', kind: 'documents', limit: 10 },
)

/** A company applies for a subsidy without a project. */
export const ApplicationForm = ({ onDone, onCancel }: { onDone(): Promise<unknown>; onCancel(): void }) => (
  <RecordForm
    schema={allowanceApplication}
    draft={{ key: 'allowanceApplication:new' }}
    fields={fields}
    initial={{ year: new Date().getFullYear() }}
    submitText="提交"
    onCancel={onCancel}
    onSubmit={async (body) => {
      await call(allowance.submit, { body }, { silent: true })
      await onDone()
    }}
  />
)
