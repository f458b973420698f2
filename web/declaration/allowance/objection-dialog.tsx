import { allowance } from '../../../contract/declaration/allowance.ts'
import { call } from '../../api.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { toast } from '../../toast.ts'

/** Asks for the text of an objection to an allowance. */
export const ObjectionDialog = ({ id, onClose, onDone }: { id: number | null; onClose(): void; onDone(): Promise<unknown> }) => (
  <WordsDialog
    open={id !== null}
    title="提出异议"
    draft={`allowance-objection:${id}`}
    label="异议内容（写明事实和依据，实名提交，对方看不到您的姓名）"
    empty="请填写异议内容"
    maxLength={500}
    okText="提交"
    onClose={onClose}
    onSend={async (content) => {
      await call(allowance.object, { body: { id: id!, content } }, { silent: true })
      toast.success('异议已提交，核实结果会通知您')
      await onDone()
    }}
  />
)
