import { Tabs as AntTabs, type TabsProps } from 'antd'
import { useLayoutEffect, useRef } from 'react'

/** antd's tabs. Its list of tabs also holds the button for those that have no room, which a tablist may not: the role moves inwards. */
export function Tabs(props: TabsProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    for (const bar of box.current?.querySelectorAll('.ant-tabs-nav') ?? []) {
      bar.removeAttribute('role')
      bar.removeAttribute('aria-orientation')
      bar.querySelector('.ant-tabs-nav-list')?.setAttribute('role', 'tablist')
    }
  })
  return (
    <div ref={box}>
      <AntTabs {...props} />
    </div>
  )
}
