import { Modal } from 'antd'
import { users, type UserRow } from '../../../contract/identity/users.ts'
import { call } from '../../api.ts'
import { RevealButton } from '../../kit/dialog/reveal-button.tsx'

/** Mobile and unified account of one person: masked, and each in clear with a reason. */
export function UserContacts({ user, onClose }: { user: UserRow; onClose(): void }) {
  const item = (field: 'mobile' | 'accountId', label: string) => (
    <p>
      {label}：{user[field] ? <span className="num">{user[field]}</span> : '无'}{' '}
      {user[field] && (
        <RevealButton
          label={label}
          of={`user-${field}:${user.id}`}
          load={(reason) => call(users.reveal, { body: { id: user.id, field, reason } }, { silent: true })}
        />
      )}
    </p>
  )
  return (
    <Modal open title={`“${user.name}”的联系方式`} footer={null} width={480} destroyOnHidden onCancel={onClose}>
      {item('mobile', '手机号')}
      {item('accountId', '统一账号')}
    </Modal>
  )
}
