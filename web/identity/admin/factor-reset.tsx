import { secondFactor } from '../../../contract/second-factor.ts'
import type { UserRow } from '../../../contract/identity/users.ts'
import { call } from '../../api.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { toast } from '../../toast.ts'

/** Removes the second factor of a user who lost the app: one officer requests it, and a second one does it within a day. */
export function FactorReset({ row, onClose, onDone }: { row: UserRow; onClose(): void; onDone(): Promise<unknown> }) {
  return (
    <WordsDialog
      title={`解除“${row.name}”的动态验证码`}
      label="原因"
      empty="请填写原因"
      maxLength={200}
      okText="解除"
      danger
      effect="须两名安全管理员在一天内先后办理，先办理的为提出，后办理的生效。生效后该账号的登录全部结束，本人会收到通知。"
      onClose={onClose}
      onSend={async (reason) => {
        const { done } = await call(secondFactor.reset, { body: { id: row.id, reason } }, { silent: true })
        toast.success(done ? '已解除' : '已提出，请另一名安全管理员在一天内确认')
        await onDone()
      }}
    />
  )
}
