import { Button, Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../icons.tsx'
import type { SavedViewsProps } from './saved-views-panel.tsx'

const SavedViewsPanel = lazy(() => import('./saved-views-panel.tsx'))

/** The button of the saved views; the panel is loaded when it is opened. */
export function SavedViews({ onOpen, ...rest }: SavedViewsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="我的视图"
      open={open}
      onOpenChange={setOpen}
      content={
        <Suspense fallback={<p className="meta">正在加载…</p>}>
          <SavedViewsPanel
            {...rest}
            onOpen={(view) => {
              onOpen(view)
              setOpen(false)
            }}
          />
        </Suspense>
      }
    >
      <Button icon={<Icon name="pin" />}>视图</Button>
    </Popover>
  )
}
