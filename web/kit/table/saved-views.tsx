import { Button, Popover } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import { Icon } from '../icons.tsx'
import type { SavedViewsProps } from './saved-views-panel.tsx'

const SavedViewsPanel = lazy(() => import('./saved-views-panel.tsx'))

/** The button of the saved views; the panel is loaded when it is opened. */
export function SavedViews({ onOpen, ...rest }: SavedViewsProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      // On a phone the button stands at the left, and neither side of it is wide enough.
      arrow={false}
      align={{ overflow: { shiftX: true, adjustY: true } }}
      styles={{ root: { maxWidth: 'calc(100vw - 16px)' } }}
      title="我的视图"
      open={open}
      destroyOnHidden
      onOpenChange={setOpen}
      content={
        <div role="presentation" onKeyDown={(e) => e.key === 'Escape' && !e.defaultPrevented && isInside(e) && close()}>
          <Suspense fallback={<p className="meta">正在加载…</p>}>
            <SavedViewsPanel
              {...rest}
              onOpen={(view) => {
                onOpen(view)
                close()
              }}
            />
          </Suspense>
        </div>
      }
    >
      <Button ref={button} icon={<Icon name="pin" />} aria-haspopup="dialog" aria-expanded={open}>
        视图
      </Button>
    </Popover>
  )
}

/** Keys pressed in a dialog that the panel opened arrive here too, although the dialog stands elsewhere in the page. */
const isInside = ({ currentTarget, target }: { currentTarget: Element; target: EventTarget }) => currentTarget.contains(target as Node)
