import { Button, Modal } from 'antd'
import { CopyButton } from '../../kit/copy-button.tsx'

/** Shows a new password, which nobody can read again. */
export function FirstPassword({ userName, password, onClose }: { userName: string; password: string; onClose(): void }) {
  return (
    <Modal
      open
      title="密码只显示这一次"
      // Only the button closes it: a slip of the hand would cost the password.
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          已记下
        </Button>
      }
    >
      <p>请当面或通过可靠的方式交给“{userName}”。首次登录须修改密码。</p>
      <p style={{ marginTop: 12, display: 'flex', gap: 12, alignItems: 'center' }}>
        <code className="num" style={{ fontSize: 'var(--fs-h3)' }}>
          {password}
        </code>
        <CopyButton text={password} />
      </p>
    </Modal>
  )
}
