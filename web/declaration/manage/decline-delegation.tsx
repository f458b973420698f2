import { delegation, type DelegationRow } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { toast } from '../../toast.ts'
import { periodOf } from './delegation-period.ts'

/** A delegate gives back what was delegated to them; the delegator is told, with the reason. */
export default function DeclineDelegation({
  row,
  onClose,
  onDone,
}: {
  row: DelegationRow
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  return (
    <WordsDialog
      title={`不再代 ${row.userName} 审核申报？`}
      draft={`delegation-decline:${row.id}`}
      note={<p style={{ margin: 0 }}>委托期限：{periodOf(row)}</p>}
      label="原因（可不填）"
      maxLength={200}
      effect={`您立即不能再代为审核，代领的申报同时放回；${row.userName} 会收到消息，由本人办理或另行委托。`}
      okText="不再代办"
      danger
      onClose={onClose}
      onSend={async (reason) => {
        await call(delegation.revoke, { body: { id: row.id, reason } }, { silent: true })
        toast.success(`已不再代 ${row.userName} 审核`)
        await onDone()
      }}
    />
  )
}
