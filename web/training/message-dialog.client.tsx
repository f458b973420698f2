import { Radio } from 'antd'
import { useState } from 'react'
import { activity, type ActivityItem } from '../../contract/training/activity.ts'
import { SUMMARY_MAX } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { toast } from '../toast.ts'

const receivers = [
  { value: 'seated', label: '报名成功的人' },
  { value: 'waiting', label: '候补的人' },
  { value: 'all', label: '全部' },
] as const
type To = (typeof receivers)[number]['value']

/** Sends a message to enrolled persons: to their inbox and, when they want it, as a text message. */
export function MessageDialog({ row, onClose }: { row: ActivityItem; onClose(): void }) {
  const [to, setTo] = useState<To>('seated')
  return (
    <WordsDialog
      title={`给“${row.title}”的参加人发通知`}
      note={<Radio.Group value={to} onChange={(e) => setTo(e.target.value as To)} options={[...receivers]} aria-label="发给谁" />}
      draft={`training-message:${row.id}`}
      label="通知内容"
      placeholder="如：改在三楼会议室，请带一份营业执照复印件"
      empty="请输入通知内容"
      maxLength={SUMMARY_MAX}
      okText="发送"
      effect="进入本人的消息；设置了短信提醒的人同时收到短信。一场活动一天最多发 5 次。"
      onClose={onClose}
      onSend={async (content) => {
        const { told } = await call(activity.message, { body: { id: row.id, to, content } }, { silent: true })
        toast.success(`已通知 ${told} 人`)
        onClose()
      }}
    />
  )
}
