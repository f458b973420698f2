import { allowance } from '../../../contract/declaration/allowance.ts'
import { call } from '../../api.ts'
import { draftOfMany } from '../../kit/dialog/draft-of-many.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { toast } from '../../toast.ts'

export interface Removing {
  ids: readonly number[]
  title: string
  clear?: () => void
}

/** Deletes waiting or refused allowances; a company that applied itself is told the reason. */
export const RemoveDialog = ({ removing, onClose, onDone }: { removing: Removing; onClose(): void; onDone(): Promise<unknown> }) => (
  <WordsDialog
    title="删除补贴"
    draft={draftOfMany('allowance-delete', removing.ids)}
    label="删除的原因（企业自己申请的，企业会收到通知并看到原因）"
    empty="请填写删除的原因"
    maxLength={300}
    okText="删除"
    danger
    note={
      <p>
        {removing.title}。只能删除待审核、未通过的补贴{removing.ids.length > 1 && '，有一笔不能删则都不删'}。
      </p>
    }
    onClose={onClose}
    onSend={async (reason) => {
      await call(allowance.removeBatch, { body: { ids: removing.ids.join(','), reason } }, { silent: true })
      toast.success('删除成功')
      removing.clear?.()
      await onDone()
    }}
  />
)
