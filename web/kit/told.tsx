import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { About } from './told-drawer.client.tsx'

const Drawer = lazy(() => import('./told-drawer.client.tsx').then((m) => ({ default: m.ToldDrawer })))

/** 告知记录 of a record, loaded when it is opened. */
export const ToldDrawer = (props: About & { onClose(): void }) => (
  <Suspense fallback={null}>
    <Drawer {...props} />
  </Suspense>
)

/** Opens 告知记录 beside a record. */
export function ToldButton(about: About) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>告知记录</Button>
      {open && <ToldDrawer {...about} onClose={() => setOpen(false)} />}
    </>
  )
}
