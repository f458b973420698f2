import { Button, Popover } from 'antd'
import { lazy, Suspense } from 'react'
import type { ColumnPanelProps } from './column-panel.tsx'
import { Icon } from '../icons.tsx'

const ColumnPanel = lazy(() => import('./column-panel.tsx'))

/** The button of the column settings; the panel is loaded when it is opened. */
export const ColumnChooser = (props: ColumnPanelProps) => (
  <Popover
    trigger="click"
    placement="bottomRight"
    title="列设置"
    content={
      <Suspense fallback={<p className="meta">正在加载…</p>}>
        <ColumnPanel {...props} />
      </Suspense>
    }
  >
    <Button icon={<Icon name="columns" />}>列设置</Button>
  </Popover>
)
