import { useRef, useState, type PointerEvent } from 'react'
import { WIDTHS } from './column-settings.ts'
import css from './table.module.css'

/** The right edge of a column head: dragging it sets the width on release. 列设置 does the same by keyboard. */
export function ColumnGrip({ onWidth }: { onWidth: (width: number) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const [by, setBy] = useState(0)
  const down = (e: PointerEvent<HTMLSpanElement>) => {
    e.preventDefault()
    e.stopPropagation()
    e.currentTarget.setPointerCapture(e.pointerId)
    start.current = { x: e.clientX, width: e.currentTarget.closest('th')?.getBoundingClientRect().width ?? WIDTHS.least }
  }
  const end = (e: PointerEvent<HTMLSpanElement>) => {
    const from = start.current
    start.current = null
    setBy(0)
    if (from && Math.abs(e.clientX - from.x) > 2) onWidth(from.width + e.clientX - from.x)
  }
  return (
    <span
      aria-hidden
      className={css.grip}
      style={by === 0 ? undefined : { transform: `translateX(${by}px)` }}
      data-dragged={by === 0 ? undefined : ''}
      onPointerDown={down}
      onPointerMove={(e) => start.current && setBy(e.clientX - start.current.x)}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={(e) => e.stopPropagation()}
    />
  )
}
