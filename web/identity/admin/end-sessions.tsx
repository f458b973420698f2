import type { UserRow } from '../../../contract/identity/users.ts'
import { sessionsOfOthers } from '../../../contract/sessions.ts'
import { call } from '../../api.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { toast } from '../../toast.ts'

/** Ends the sessions of a user whose device was lost, or whose password somebody else may know. */
export const EndSessions = ({ user, onClose }: { user: UserRow; onClose(): void }) => (
  <WordsDialog
    title={`结束“${user.name}”的所有登录`}
    label="原因"
    placeholder="例如：手机遗失"
    empty="请填写原因"
    maxLength={200}
    okText="结束登录"
    danger
    effect="该账号在所有设备上的登录随即结束，没有保存的内容留作草稿；仍可以用密码重新登录，需要阻止时请同时重置密码或停用。本人会收到通知和原因。"
    onClose={onClose}
    onSend={async (reason) => {
      const { ended } = await call(sessionsOfOthers.end, { body: { id: user.id, reason } }, { silent: true })
      toast.success(`已结束 ${ended} 处登录`)
    }}
  />
)
