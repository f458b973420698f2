import { Tabs as AntTabs, type TabsProps } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import css from './tabs.module.css'

/** antd's tabs. `besideName`: those that divide a whole screen stand on the line that names it, so that what they show begins higher. Its list of tabs also holds the button for those that have no room, which a tablist may not: the role moves inwards. */
export function Tabs({ besideName = false, ...props }: TabsProps & { besideName?: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    for (const bar of box.current?.querySelectorAll('.ant-tabs-nav') ?? []) {
      bar.removeAttribute('role')
      bar.removeAttribute('aria-orientation')
      bar.querySelector('.ant-tabs-nav-list')?.setAttribute('role', 'tablist')
    }
  })
  return (
    <div ref={box} className={besideName ? css.besideName : undefined}>
      <AntTabs {...props} />
    </div>
  )
}
