import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './page-frame.module.css'

const EMPTY = '<!doctype html><html lang="zh-CN"><head></head><body style="min-height:0"></body></html>'

/**
 * Components of the public site at a width of their own, as its visitors would see them: a frame with the styles of this page, because
 * they look at the width of the window. It is only looked at: nothing inside can be reached.
 */
export function PageFrame({ width, title, children }: { width: number; title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [inside, setInside] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(width)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([one]) => setRoom(one!.contentRect.width))
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  const fill = () => {
    const page = frame.current?.contentDocument
    if (!page) return
    for (const { name, value } of document.documentElement.attributes) page.documentElement.setAttribute(name, value)
    page.head.replaceChildren(...[...document.querySelectorAll('link[rel="stylesheet"], style')].map((one) => one.cloneNode(true)))
    setInside(page.body)
  }
  useLayoutEffect(() => {
    const page = frame.current?.contentDocument
    if (!page || !inside) return
    const measure = () => {
      const menu = page.getElementById('site-menu')?.getBoundingClientRect().bottom ?? 0
      setHeight(Math.ceil(Math.max(page.body.firstElementChild?.getBoundingClientRect().bottom ?? 0, menu)))
    }
    measure()
    const timer = setInterval(measure, 500)
    return () => clearInterval(timer)
  }, [inside, children])
  const scale = Math.min(1, room / width)
  return (
    <figure className={css.figure}>
      <figcaption className="meta">{title}</figcaption>
      <div ref={box} className={css.box} style={{ maxWidth: width, height: height * scale }}>
        <iframe
          ref={frame}
          title={title}
          srcDoc={EMPTY}
          tabIndex={-1}
          className={css.frame}
          style={{ width, height, transform: `scale(${scale})` }}
          onLoad={fill}
        />
      </div>
      {inside && createPortal(<div inert>{children}</div>, inside)}
    </figure>
  )
}
