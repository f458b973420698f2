import { Drawer, type DrawerProps } from 'antd'
import type { ReactNode } from 'react'
import { TypedContext, useClosing } from '../form/typed-gate.ts'
import { ViewOnlyForm } from '../view-only.tsx'

/** Drawer around a form. It asks before closing would lose typed text. */
export function FormDrawer({
  onClose,
  children,
  ...rest
}: { onClose: () => void; children: ReactNode } & Omit<DrawerProps, 'onClose' | 'children'>) {
  const { gate, close } = useClosing(onClose)
  return (
    <Drawer {...rest} destroyOnHidden onClose={close}>
      <TypedContext value={gate}>
        <ViewOnlyForm>{children}</ViewOnlyForm>
      </TypedContext>
    </Drawer>
  )
}
