import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { UserRow } from '../../../contract/identity/users.ts'
import { loginWays } from '../../../contract/login-ways.ts'
import { sessionsOfOthers } from '../../../contract/sessions.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { toast } from '../../toast.ts'
import css from './rules.module.css'

const ALL = ''

/** Ends one session or all of a user whose device was lost, or whose password somebody else may know. */
export function EndSessions({ user, onClose }: { user: UserRow; onClose(): void }) {
  const [key, setKey] = useState(ALL)
  const open = useQuery({
    queryKey: ['sessions-of', user.id],
    queryFn: () => call(sessionsOfOthers.list, { query: { id: user.id } }, { silent: true }),
    retry: false,
    gcTime: 0,
  }).data
  const title = `结束“${user.name}”的登录`
  if (open?.length === 0)
    return (
      <Modal open title={title} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
        <p>该用户现在没有登录。</p>
      </Modal>
    )
  return (
    <WordsDialog
      title={title}
      draft={`sessions-end:${user.id}`}
      note={
        open ? (
          <Radio.Group
            className={css.scopes!}
            aria-label="结束哪一处"
            value={key}
            onChange={(e) => setKey(e.target.value as string)}
            options={[
              { value: ALL, label: `所有 ${open.length} 处` },
              ...open.map((one) => ({
                value: one.key,
                label: `${one.browser}，${loginWays[one.way] ?? one.way}，${localMinute(one.createTime)} 起，最近 ${localMinute(one.seenTime)}，地址 ${one.ip || '未知'}`,
              })),
            ]}
          />
        ) : null
      }
      label="原因"
      placeholder="例如：手机遗失"
      empty="请填写原因"
      maxLength={200}
      okText="结束登录"
      danger
      effect={`${key === ALL ? '该账号在所有设备上' : '该账号在这一处'}的登录随即结束，没有保存的内容留作草稿；仍可以用密码重新登录，需要阻止时请同时重置密码或停用。本人会收到通知和原因。`}
      onClose={onClose}
      onSend={async (reason) => {
        const { ended } = await call(
          sessionsOfOthers.end,
          { body: { id: user.id, reason, ...(key === ALL ? {} : { key }) } },
          { silent: true },
        )
        toast.success(`已结束 ${ended} 处登录`)
      }}
    />
  )
}
