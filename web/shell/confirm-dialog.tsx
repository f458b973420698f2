import { messages } from '../../contract/messages.ts'
import type { Answer, Question } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

export default function ConfirmDialog({ question, answer }: { question: Question; answer(a: Answer): void }) {
  return (
    <Dialog
      key={question.text}
      title={question.title ?? messages.notice}
      width={440}
      onClose={() => answer('close')}
      footer={
        <>
          {question.cancel !== false && (
            <button type="button" className="btn" onClick={() => answer('cancel')}>
              {question.cancel ?? messages.cancel}
            </button>
          )}
          <button type="button" className="btn btn-primary" onClick={() => answer('confirm')}>
            {question.confirm ?? messages.confirm}
          </button>
        </>
      }
    >
      <p>{question.text}</p>
    </Dialog>
  )
}
