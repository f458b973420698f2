import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { History } from './way-back.client.tsx'

const Drawer = lazy(() => import('./way-back.client.tsx').then((m) => ({ default: m.WayBackDrawer })))

/** Opens 修改记录, from which changes are taken back. */
export function WayBackButton(history: History) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>修改记录</Button>
      {open && (
        <Suspense fallback={null}>
          <Drawer {...history} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
