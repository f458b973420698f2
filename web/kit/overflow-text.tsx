import { Tooltip } from 'antd'
import { useState } from 'react'
import css from './marks.module.css'

/** One line of text; the whole of it in a tooltip, only when it is cut (spec §2 overflow tooltip). Focusable then, so that keys reach it. */
export function OverflowText({ children }: { children: string }) {
  const [cut, setCut] = useState(false)
  const measure = (e: { currentTarget: HTMLElement }) => setCut(e.currentTarget.scrollWidth > e.currentTarget.clientWidth)
  return (
    <Tooltip title={cut ? children : null}>
      <span className={css.overflow} onMouseEnter={measure}>
        {children}
      </span>
    </Tooltip>
  )
}
