import { Button, Popconfirm } from 'antd'
import { smsSend, type SmsSendDetail } from '../../contract/sms/sends.ts'
import { call } from '../api.ts'
import { toast } from '../toast.ts'

/** Deletes a draft or refused send in the version that is shown. */
export const DeleteSend = ({ send: s, onGone }: { send: SmsSendDetail; onGone(): void }) => (
  <Popconfirm
    title={`删除“${s.name}”？`}
    description="删除后不能恢复。"
    okText="删除"
    cancelText="取消"
    onConfirm={async () => {
      await call(smsSend.remove, { body: { id: s.id, version: s.version } })
      toast.success('已删除')
      onGone()
    }}
  >
    <Button danger>删除</Button>
  </Popconfirm>
)
