import { LabelQuestion, unanswered, type UnansweredQuestion } from '../../../contract/policy/search-desk.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { PolicySelect } from '../../kit/choose/policy-select.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'

const fields = formFields(
  LabelQuestion,
  { key: 'labelName', label: '标签名称', maxLength: 30, hint: '用提问的人会说的词；已有这个标签就用它' },
  { key: 'policyId', label: '能回答它的政策', as: (props) => <PolicySelect {...props} among="published" /> },
)

/** Adds a label with the words of a question to the policy that answers it. */
export function LabelQuestionDialog({
  question,
  onClose,
  onDone,
}: {
  question: UnansweredQuestion
  onClose(): void
  onDone(): Promise<void>
}) {
  return (
    <FormModal open title={`给“${question.words}”加标签`} onClose={onClose} width={560}>
      <RecordForm
        schema={LabelQuestion}
        fields={fields}
        initial={{ id: question.id, labelName: '' }}
        onCancel={onClose}
        onSubmit={async (values) => {
          const { answered } = await call(unanswered.label, { body: values }, { silent: true })
          toast.success(
            `已加标签，现在能回答 ${answered} 个过去没找到的问题${answered ? '' : '。这个问题仍然找不到这项政策，请换一个更接近的说法'}`,
          )
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
