import { useLayoutEffect, useState, type RefObject } from 'react'

/** The width of an element in pixels; null before it is rendered. */
export function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const el = element.current
    if (!el) return
    const look = () => setWidth(el.clientWidth)
    look()
    const watch = new ResizeObserver(look)
    watch.observe(el)
    return () => watch.disconnect()
  }, [element])
  return width
}
