import { useEffect, useState, type ReactNode, useRef } from 'react'
import css from './page-index.module.css'

/** A long page with links to its headings at the side, when the window is wide enough. */
export function WithIndex({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [heads, setHeads] = useState<readonly HTMLElement[]>([])
  useEffect(() => {
    const el = box.current
    if (!el) return
    // Parts of the page load one after the other.
    const look = () =>
      setHeads((before) => {
        const now = [...el.querySelectorAll<HTMLElement>('h2')]
        return now.length === before.length && now.every((head, i) => head === before[i]) ? before : now
      })
    look()
    const watch = new MutationObserver(look)
    watch.observe(el, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  return (
    <div className={css.page}>
      <div ref={box} className={css.text}>
        {children}
      </div>
      {heads.length > 2 && (
        <nav aria-label="本页内容" className={css.index} data-print="hide">
          <ul>
            {heads.map((head, i) => (
              <li key={i}>
                <button type="button" onClick={() => head.scrollIntoView({ block: 'start' })}>
                  {head.textContent}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
