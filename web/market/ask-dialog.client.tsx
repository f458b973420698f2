import { marketKeeping } from '../../contract/market/keeping.ts'
import { QUESTION_MAX, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { Labelled } from '../kit/form/labelled.tsx'
import { personalKeys } from '../session/personal.ts'
import { SendDialog } from '../shell/send-dialog.tsx'
import { toast } from '../toast.ts'
import { useKeptWords } from './use-kept-words.ts'

const EMPTY = { question: '' }

/** Asks the owner a public question; the answer is shown at the item. */
export function AskDialog({
  kind,
  id,
  title,
  onClose,
  onDone,
}: {
  kind: MarketKind
  id: number
  title: string
  onClose(): void
  onDone(): void
}) {
  const [{ question }, setTyped, forget] = useKeptWords(personalKeys.market(`ask:${kind}:${id}`), EMPTY)
  return (
    <SendDialog
      title={`提问：${title}`}
      okText="提交"
      effect="对方回答后，问题和回答公开显示，不显示您的姓名。请不要写电话号码。"
      onClose={onClose}
      onSend={async () => {
        await call(marketKeeping.ask, { body: { kind, id, question } }, { silent: true })
        forget()
        toast.success('已提交，对方回答后通知您')
        onDone()
        onClose()
      }}
    >
      {({ faultAt, mended }) => (
        <Labelled label="问题" fault={faultAt('question')}>
          {(aria) => (
            <textarea
              {...aria}
              className="field"
              rows={3}
              maxLength={QUESTION_MAX}
              placeholder="例如：能否分割出租 500 ㎡？"
              value={question}
              onChange={(e) => {
                setTyped({ question: e.target.value })
                mended('question')
              }}
            />
          )}
        </Labelled>
      )}
    </SendDialog>
  )
}
