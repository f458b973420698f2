import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { managed, type ManagedPolicy } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { toast } from '../../toast.ts'

/** Asks before a policy is deleted and says what hangs on it. */
export function DeleteDialog({ policy, onClose, onDone }: { policy: ManagedPolicy; onClose(): void; onDone(): Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const hanging = useQuery({
    queryKey: ['policy-dependents', policy.id],
    queryFn: () => call(managed.dependents, { query: { id: policy.id } }, { silent: true }),
    retry: false,
  })
  const remove = async () => {
    setBusy(true)
    try {
      await call(managed.remove, { body: { id: policy.id, version: policy.version } }, { silent: true })
      toast.success('已删除')
      onClose()
      await onDone()
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={`删除“${policy.policyTitle}”？`}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: hanging.isPending }}
      confirmLoading={busy}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      {hanging.isPending ? (
        <Skeleton active paragraph={{ rows: 2 }} />
      ) : hanging.isError ? (
        <p role="alert">关联内容没有读到：{hanging.error.message}</p>
      ) : hanging.data.length === 0 ? (
        <p>没有其他内容关联这项政策。删除后不能在页面上恢复。</p>
      ) : (
        <>
          <p>以下内容与它有关：</p>
          <ul style={{ paddingLeft: 18, listStyle: 'disc' }}>
            {hanging.data.map((d) => (
              <li key={d.name}>
                {d.name} {d.count} 项：{d.effect}
              </li>
            ))}
          </ul>
          <p style={{ marginTop: 8 }}>删除后不能在页面上恢复。</p>
        </>
      )}
      {wrong && (
        <p role="alert" style={{ color: 'var(--error)' }}>
          {wrong}
        </p>
      )}
    </Modal>
  )
}
