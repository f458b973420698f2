import { useId, useState, type ReactNode } from 'react'
import { DATE_FORMAT_1 } from '../../../contract/constants.ts'
import { viewAs } from '../../../contract/identity/view-as.ts'
import { users, type UserRow } from '../../../contract/identity/users.ts'
import { quoted } from '../../../contract/quoted.ts'
import { call } from '../../api.ts'
import DateInput from '../../kit/date/date-input.tsx'
import { FallsSelect } from '../../kit/choose/endless-select-field.tsx'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { session } from '../../session.ts'

const LIMITS = '最长 15 分钟，只能看，不能办理、下载和导出；不显示本人的消息、账号和草稿。本人会收到通知和原因，并记入审计。'

interface Asked {
  title: string
  note?: ReactNode
  missing?: () => string | null
  placeholder: string
  effect: string
  begin(reason: string): Promise<unknown>
  onClose(): void
}
function ReasonFirst({ begin, onClose, ...asked }: Asked) {
  return (
    <WordsDialog
      {...asked}
      label="原因"
      empty="请填写原因"
      maxLength={200}
      okText="开始查看"
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
    title={`以${quoted(user.name)}的视角查看`}
    placeholder="例如：本人反映看不到某项申报"
    effect={LIMITS}
    begin={(reason) => call(viewAs.start, { body: { userId: user.id, reason } }, { silent: true })}
    onClose={onClose}
  />
)

const isOutside = (day: string, { from, to }: { from: string; to: string }) => day < from || day > to

interface Change {
  id: number
  title: string
  /** the changed role, any holder of which can be looked at; null: a change of one person */
  roleId: number | null
  seenAs: { id: number; name: string }
  /** of roles for some days: the days to choose from; null: every day is the same */
  seenDays: { from: string; to: string; usual: string } | null
}
/** Shows the platform as somebody would see it after a requested change of rights, before it is decided. */
export function LookAhead({ change: { id, title, roleId, seenAs, seenDays }, onClose }: { change: Change; onClose(): void }) {
  const holderId = useId()
  const [userId, setUserId] = useState<number | null>(seenAs.id)
  const dayId = useId()
  const [day, setDay] = useState(seenDays?.usual ?? null)
  const name = roleId === null ? quoted(seenAs.name) : '所选人员'
  return (
    <ReasonFirst
      title="预看变更后的页面"
      placeholder="例如：复核以前先看看会多出什么"
      effect={`以${name}的视角看${quoted(title)}变更以后的页面，变更本身还没有生效；复核、撤回或作废后即结束。${LIMITS}`}
      note={
        <>
          {seenDays && (
            <>
              <label htmlFor={dayId}>
                看哪一天的（{seenDays.from} 至 {seenDays.to}，限期的角色各天不同）
              </label>
              <DateInput
                id={dayId}
                format={DATE_FORMAT_1}
                value={day}
                impossible={(one) => isOutside(one.format(DATE_FORMAT_1), seenDays)}
                onChange={(value) => setDay(value as string | null)}
              />
            </>
          )}
          {roleId !== null && (
            <>
              <label htmlFor={holderId}>以谁的视角（持有该角色的人）</label>
              <FallsSelect
                id={holderId}
                label="持有该角色的人"
                placeholder="输入姓名查找"
                value={userId}
                onChange={(value) => setUserId(value as number | null)}
                chosen={{ label: seenAs.name, value: seenAs.id }}
                load={async ({ search, page, pageSize }) => {
                  const query = { roleId, enableFlag: 1, page, pageSize, ...(search ? { name: search } : {}) }
                  const found = await call(users.list, { query }, { silent: true })
                  const list = found.list.map((one) => ({ label: [one.name, one.officeName].filter(Boolean).join(' · '), value: one.id }))
                  return { list, count: found.total }
                }}
              />
            </>
          )}
        </>
      }
      missing={() => (userId === null ? '请选择以谁的视角查看' : seenDays && day === null ? '请选择看哪一天的' : null)}
      begin={(reason) =>
        call(
          viewAs.startChange,
          { body: { changeId: id, reason, ...(userId === null ? {} : { userId }), ...(day === null ? {} : { day }) } },
          { silent: true },
        )
      }
      onClose={onClose}
    />
  )
}
