import { viewAs } from '../../../contract/identity/view-as.ts'
import type { UserRow } from '../../../contract/identity/users.ts'
import { call } from '../../api.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { session } from '../../session.ts'

const LIMITS = '最长 15 分钟，只能看，不能办理、下载和导出；不显示本人的消息、账号和草稿。本人会收到通知和原因，并记入审计。'

interface Asked {
  title: string
  placeholder: string
  effect: string
  begin(reason: string): Promise<unknown>
  onClose(): void
}
function ReasonFirst({ title, placeholder, effect, begin, onClose }: Asked) {
  return (
    <WordsDialog
      title={title}
      label="原因"
      placeholder={placeholder}
      empty="请填写原因"
      maxLength={200}
      okText="开始查看"
      effect={effect}
      onClose={onClose}
      onSend={async (reason) => {
        await begin(reason)
        await session.viewChanged()
      }}
    />
  )
}

/** Shows the platform as another user sees it, to follow a report that something is missing. */
export const ViewAs = ({ user, onClose }: { user: UserRow; onClose(): void }) => (
  <ReasonFirst
    title={`以“${user.name}”的视角查看`}
    placeholder="例如：本人反映看不到某项申报"
    effect={LIMITS}
    begin={(reason) => call(viewAs.start, { body: { userId: user.id, reason } }, { silent: true })}
    onClose={onClose}
  />
)

/** Shows the platform as somebody would see it after a requested change of rights, before it is decided. */
export const LookAhead = ({ id, name, title, onClose }: { id: number; name: string; title: string; onClose(): void }) => (
  <ReasonFirst
    title="预看变更后的页面"
    placeholder="例如：复核以前先看看会多出什么"
    effect={`以“${name}”的视角看“${title}”变更以后的页面，变更本身还没有生效；复核、撤回或作废后即结束。${LIMITS}`}
    begin={(reason) => call(viewAs.startChange, { body: { changeId: id, reason } }, { silent: true })}
    onClose={onClose}
  />
)
