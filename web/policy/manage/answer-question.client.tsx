import { AnswerQuestion, unanswered, type UnansweredQuestion } from '../../../contract/policy/search-desk.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'

const fields = formFields(
  AnswerQuestion,
  { key: 'title', label: '标题', maxLength: 100, hint: '用提问的人会说的话，搜得到才算答上' },
  { key: 'answer', label: '解答', kind: 'longText', maxLength: 5000, hint: '写清怎么办、找谁、依据哪份文件。不写个人的姓名和手机号' },
)

interface Props {
  question: UnansweredQuestion
  onClose(): void
  onDone(): Promise<void>
}
/** Turns a question into an entry of 常见问答; it is reviewed like every article, and the site search then finds it. */
export function AnswerQuestionDialog({ question, onClose, onDone }: Props) {
  return (
    <FormModal open title={`给“${question.words}”写解答`} onClose={onClose} width={640}>
      <RecordForm
        schema={AnswerQuestion}
        fields={fields}
        initial={{ id: question.id, title: question.words.slice(0, 100), answer: '' }}
        submitText="保存并送审"
        onCancel={onClose}
        onSubmit={async (values) => {
          const { state, answers, found } = await call(unanswered.knowledge, { body: values }, { silent: true })
          toast.success(
            `已写入“常见问答”（${state}），公开后能回答 ${answers.length} 个过去没找到的问题${found ? '' : '。这个问题还搜不到这篇解答，请在标题里用提问的人的说法'}`,
          )
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
