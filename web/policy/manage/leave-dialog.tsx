import { Modal } from 'antd'
import { managed, type ManagedPolicy } from '../../../contract/policy.ts'
import { quoted } from '../../../contract/quoted.ts'
import { call } from '../../api.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { toast } from '../../toast.ts'
import { Hanging } from './hanging.tsx'

const actions = {
  delete: { word: '删除', endpoint: managed.remove, after: '删除后不能在页面上恢复。' },
  takeDown: { word: '下架', endpoint: managed.takeDown, after: '下架后企业不再看到，可以再次上架。' },
} as const

/** Asks before a policy is deleted or taken down, and lists what depends on it. */
export function LeaveDialog({
  policy,
  action,
  onClose,
  onDone,
}: {
  policy: ManagedPolicy
  action: keyof typeof actions
  onClose(): void
  onDone(): Promise<void>
}) {
  const { word, endpoint, after } = actions[action]
  const { busy, failure, run } = useSubmit(async () => {
    await call(endpoint, { body: { id: policy.id, version: policy.version } }, { silent: true })
    toast.success(`已${word}`)
    onClose()
    await onDone()
  })
  return (
    <Modal
      open
      title={`${word}${quoted(policy.policyTitle)}？`}
      okText={word}
      cancelText="取消"
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <Hanging policyId={policy.id} action={action} />
      <p style={{ marginTop: 8 }}>{after}</p>
      {failure && (
        <p role="alert" style={{ color: 'var(--error)' }}>
          {failure.message}
        </p>
      )}
    </Modal>
  )
}
