import { SettleQuestion, settlements, unanswered, type UnansweredQuestion } from '../../../contract/policy/search-desk.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'

const ways = (['knowledge', 'dismissed'] as const).map((value) => ({ value, label: settlements[value] }))
const fields = formFields(
  SettleQuestion,
  { key: 'settled', label: '处理方式', kind: 'radio', options: ways },
  { key: 'note', label: '说明', kind: 'longText', maxLength: 200, hint: '如写在哪一条，或为什么不处理' },
)

/** Closes an unanswered question in another way than by a synonym or a label. */
export function SettleDialog({ question, onClose, onDone }: { question: UnansweredQuestion; onClose(): void; onDone(): Promise<void> }) {
  return (
    <FormModal open title={`处理“${question.words}”`} onClose={onClose} width={560}>
      <RecordForm
        schema={SettleQuestion}
        fields={fields}
        initial={{ id: question.id, note: '' }}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(unanswered.settle, { body: values }, { silent: true })
          toast.success('已处理')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
