import { Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { TypedContext, useClosing } from '../form/typed-gate.ts'
import { ViewOnlyForm } from '../view-only.tsx'

/** Dialog around a form, without its own buttons. It asks before closing would lose typed text. */
export function FormModal({
  onClose,
  children,
  ...rest
}: { onClose: () => void; children: ReactNode } & Omit<ModalProps, 'onCancel' | 'onClose' | 'footer' | 'children'>) {
  const { gate, close } = useClosing(onClose)
  return (
    <Modal {...rest} footer={null} destroyOnHidden onCancel={close}>
      <TypedContext value={gate}>
        <ViewOnlyForm>{children}</ViewOnlyForm>
      </TypedContext>
    </Modal>
  )
}
