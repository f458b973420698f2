import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { roles } from '../../../contract/identity/roles.ts'
import { users, type UserRow } from '../../../contract/identity/users.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table-states.tsx'
import { useCloseQuestion } from '../../kit/use-close-question.ts'
import { useSubmit } from '../../kit/use-submit.ts'
import { toast } from '../../toast.ts'

/** Which roles a member of staff holds. */
export function UserRoles({ user, onClose, onDone }: { user: UserRow; onClose(): void; onDone(): Promise<unknown> }) {
  const held = user.roles.map((role) => role.id)
  const [chosen, setChosen] = useState<number[]>(held)
  const options = useQuery({
    queryKey: ['role-options'],
    queryFn: () => call(roles.options, { query: {} }, { silent: true }),
    retry: false,
  })
  const { busy, failure, run } = useSubmit(() =>
    call(users.saveRoles, { body: { id: user.id, version: user.version, roleIds: chosen } }, { silent: true }),
  )
  const changed = chosen.length !== held.length || chosen.some((id) => !held.includes(id))
  const close = useCloseQuestion(onClose)
  const fixed = user.roles.filter((role) => options.data?.find((o) => o.id === role.id)?.grantable === false)
  return (
    <Modal
      open
      title={`“${user.name}”的角色`}
      okText="授予"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !changed || fixed.length > 0 }}
      onCancel={() => close(changed)}
      onOk={() =>
        void run().then(async (ok) => {
          if (!ok) return
          toast.success('已授予，对方下次操作时生效')
          onClose()
          await onDone()
        })
      }
    >
      {options.isError ? (
        <ErrorState error={options.error} onRetry={() => void options.refetch()} />
      ) : fixed.length > 0 ? (
        <p>{fixed.map((role) => role.name).join('、')}不兼任其他角色，任免须在服务器上办理。</p>
      ) : (
        <>
          <p className="meta">{user.officeName ?? '未分配部门'}。勾选即授予，取消勾选即收回；多个角色的权限合并计算。</p>
          <Checkbox.Group
            style={{ display: 'grid', gap: 8, marginTop: 12 }}
            value={chosen}
            onChange={setChosen}
            options={(options.data ?? []).filter((o) => o.grantable).map((o) => ({ value: o.id, label: o.label }))}
          />
        </>
      )}
      {failure && (
        <p role="alert" style={{ color: 'var(--error)', marginTop: 12 }}>
          {failure.fields[0]?.message ?? failure.message}
        </p>
      )}
    </Modal>
  )
}
