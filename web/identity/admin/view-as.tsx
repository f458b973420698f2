import { viewAs } from '../../../contract/identity/view-as.ts'
import type { UserRow } from '../../../contract/identity/users.ts'
import { call } from '../../api.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { session } from '../../session.ts'

/** Shows the platform as another user sees it, to follow a report that something is missing. */
export function ViewAs({ user, onClose }: { user: UserRow; onClose(): void }) {
  return (
    <WordsDialog
      title={`以“${user.name}”的视角查看`}
      label="原因"
      placeholder="例如：本人反映看不到某项申报"
      empty="请填写原因"
      maxLength={200}
      okText="开始查看"
      effect="最长 15 分钟，只能看，不能办理、下载和导出；不显示本人的消息、账号和草稿。本人会收到通知和原因，并记入审计。"
      onClose={onClose}
      onSend={async (reason) => {
        await call(viewAs.start, { body: { userId: user.id, reason } }, { silent: true })
        await session.viewChanged()
      }}
    />
  )
}
