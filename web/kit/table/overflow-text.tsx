import { Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import css from '../marks.module.css'

/** One line of text; when it is cut, the full text is in a tooltip (spec §2 overflow tooltip) and the line is focusable. */
export function OverflowText({ children }: { children: string }) {
  const [cut, setCut] = useState(false)
  const line = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const el = line.current
    if (!el) return
    const watch = new ResizeObserver(() => setCut(el.scrollWidth > el.clientWidth))
    watch.observe(el)
    return () => watch.disconnect()
  }, [children])
  return (
    <Tooltip title={cut ? children : null} trigger={['hover', 'focus']}>
      <span ref={line} className={css.overflow} {...(cut ? { tabIndex: 0 } : {})}>
        {children}
      </span>
    </Tooltip>
  )
}
