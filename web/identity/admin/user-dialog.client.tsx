import { SaveUser, users, type UserRow } from '../../../contract/identity/users.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { OfficeChoice } from './choices.tsx'

interface Props {
  user: UserRow | null
  onClose(): void
  onDone(made: { userName: string; password: string } | null): Promise<void>
}

/** An account of staff. What is masked stays as it is unless something new is typed. */
export function UserDialog({ user, onClose, onDone }: Props) {
  const isStaff = !user || user.type === 'YYF'
  const kept = (shown: string | undefined) => (shown ? `现为 ${shown}，不填则保持不变` : '可不填')
  const fields = formFields(
    SaveUser,
    { key: 'userName', label: '用户名', maxLength: 64, hint: '登录用，字母、数字或 . _ @ -', readOnly: !isStaff },
    { key: 'name', label: '姓名', maxLength: 64 },
    ...(isStaff ? [{ key: 'officeId' as const, label: '部门', as: OfficeChoice }] : []),
    { key: 'mobile', label: '手机号', maxLength: 11, placeholder: kept(user?.mobile) },
    ...(isStaff ? [{ key: 'accountId' as const, label: '政务平台账号', maxLength: 128, placeholder: kept(user?.accountId) }] : []),
  )
  return (
    <FormModal open title={user ? '编辑用户' : '新增用户'} onClose={onClose} width={560}>
      {!user && <p className="meta">新账号没有任何权限；角色由安全管理员授予。</p>}
      <RecordForm
        schema={SaveUser}
        fields={fields}
        initial={user ? { id: user.id, version: user.version, userName: user.userName, name: user.name, officeId: user.officeId } : {}}
        onCancel={onClose}
        onSubmit={async ({ mobile, accountId, ...values }) => {
          const body = { ...values, ...(mobile ? { mobile } : {}), ...(accountId ? { accountId } : {}) }
          const { password } = await call(users.save, { body }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone(password ? { userName: values.userName, password } : null)
        }}
      />
    </FormModal>
  )
}
