import { useEffect, useRef, useState, type ReactNode } from 'react'
import css from '../choose/choosing.module.css'
import { isFixed } from './sticky.ts'

/**
 * Becomes fixed when scrolled past `offset` (px from the top of the window, below a fixed header) and returns to its place (spec §4). A
 * placeholder keeps the height, so nothing jumps. No antd.
 */
export function StickyBox({ offset = 0, children }: { offset?: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [fixed, setFixed] = useState<{ left: number; width: number; height: number } | null>(null)
  useEffect(() => {
    const look = () => {
      const at = place.current?.getBoundingClientRect()
      if (!at || !box.current) return
      const height = box.current.offsetHeight
      setFixed((now) => {
        if (!isFixed(at.top, offset)) return null
        return now && now.left === at.left && now.width === at.width && now.height === height
          ? now
          : { left: at.left, width: at.width, height }
      })
    }
    look()
    const resized = new ResizeObserver(look)
    if (place.current) resized.observe(place.current)
    if (box.current) resized.observe(box.current)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [offset])
  return (
    <div ref={place} style={fixed ? { height: fixed.height } : undefined}>
      <div
        ref={box}
        className={fixed ? css.fixed : undefined}
        data-fixed={fixed ? '' : undefined}
        style={fixed ? { top: offset, left: fixed.left, width: fixed.width } : undefined}
      >
        {children}
      </div>
    </div>
  )
}
