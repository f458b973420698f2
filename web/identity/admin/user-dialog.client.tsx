import { useState } from 'react'
import type { z } from 'zod'
import { SaveUser, users, type UserRow } from '../../../contract/identity/users.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { OfficeChoice } from './choices.tsx'
import { UserLeaves } from './user-leaves.tsx'

interface Props {
  user: UserRow | null
  onClose(): void
  onDone(made: { userName: string; password: string } | null): Promise<void>
}

const shownOf = ({ id, version, userName, name, officeId }: UserRow) => ({ id, version, userName, name, officeId })

/** A staff account. A masked value stays unless a new one is typed. */
export function UserDialog({ user, onClose, onDone }: Props) {
  const [moving, setMoving] = useState<z.input<typeof SaveUser> | null>(null)
  const isStaff = !user || user.type === 'YYF'
  const saved = async ({ password }: { password: string | null }, userName: string) => {
    toast.success('已保存')
    onClose()
    await onDone(password ? { userName, password } : null)
  }
  const kept = (shown: string | undefined) => (shown ? `现为 ${shown}，不填则保持不变` : '可不填')
  // Only the person changes how an administrator logs in, or the server's command line.
  const fixed = user?.administrator === true
  const fields = formFields(
    SaveUser,
    { key: 'userName', label: '用户名', maxLength: 64, hint: '登录用，字母、数字或 . _ @ -', readOnly: !isStaff || fixed },
    { key: 'name', label: '姓名', maxLength: 64 },
    ...(isStaff ? [{ key: 'officeId' as const, label: '部门', as: OfficeChoice }] : []),
    ...(fixed ? [] : [{ key: 'mobile' as const, label: '手机号', maxLength: 20, placeholder: kept(user?.mobile) }]),
    ...(isStaff && !fixed ? [{ key: 'accountId' as const, label: '统一账号', maxLength: 128, placeholder: kept(user?.accountId) }] : []),
  )
  return (
    <FormModal open title={user ? '编辑用户' : '新增用户'} onClose={onClose} width={560}>
      {!user && <p className="meta">新账号没有任何权限；角色由安全管理员授予。</p>}
      <RecordForm
        schema={SaveUser}
        draft={user ? undefined : { key: 'user:new' }}
        fields={fields}
        initial={user ? shownOf(user) : {}}
        latest={user ? () => call(users.findById, { query: { id: user.id } }, { silent: true }).then(shownOf) : undefined}
        onCancel={onClose}
        onSubmit={async ({ mobile, accountId, ...values }) => {
          const body = { ...values, ...(mobile ? { mobile } : {}), ...(accountId ? { accountId } : {}) }
          try {
            await saved(await call(users.save, { body }, { silent: true }), values.userName)
          } catch (error) {
            // The user changes office and has open tasks: the dialog asks first who takes them over, and the input stays.
            if (readFailure(error).code !== 'HAND_OVER') throw error
            setMoving(body)
          }
        }}
      />
      {moving && user && (
        <UserLeaves
          user={user}
          moves
          send={(takers) => call(users.save, { body: { ...moving, takers } }, { silent: true })}
          onClose={() => setMoving(null)}
          onDone={() => saved({ password: null }, user.userName)}
        />
      )}
    </FormModal>
  )
}
