import { Tabs as AntTabs, type TabsProps } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import css from './tabs.module.css'

/**
 * antd's tabs. `besideName`: tabs of a whole screen are on the line of its name, so that the content begins higher. antd's tab list also
 * contains the overflow button, which a tablist may not contain: the role is moved to the inner element.
 */
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
