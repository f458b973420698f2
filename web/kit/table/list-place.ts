import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface Place {
  /** the query of the list */
  asked: string
  top: number
  inner: number
  /** left for a page at the same address, such as a record over the list */
  stays: boolean
}
/** Kept in memory only: searches are not stored. */
const places = new Map<string, Place>()
/** The last address of each list, with filters, order and page. */
const lastAddress = new Map<string, string>()

const scroller = (box: HTMLElement | null) => box?.querySelector('.ant-table-body, .rc-virtual-list-holder') ?? null

const GROWS_MS = 1500
const own = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls to a position while the page is still growing; stops when the user scrolls. */
function scrollThere({ top, inner }: Place, box: RefObject<HTMLElement | null>): () => void {
  const until = performance.now() + GROWS_MS
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of own) removeEventListener(event, stop)
  }
  const go = () => {
    window.scrollTo({ top })
    scroller(box.current)?.scrollTo({ top: inner })
    if (Math.abs(window.scrollY - top) < 2 || performance.now() > until) stop()
    else frame = requestAnimationFrame(go)
  }
  for (const event of own) addEventListener(event, stop, { passive: true })
  frame = requestAnimationFrame(go)
  return stop
}

/** Remembers the scroll position of a list and restores it when the user returns; page and filters are in the address. */
export function useListPlace(name: string, asked: string, box: RefObject<HTMLElement | null>, ready: boolean): void {
  const { pathname, search, state } = useLocation()
  const returns = useNavigationType() === 'POP' || (state as { returns?: true } | null)?.returns === true
  const now = useRef({ pathname, asked })
  now.current = { pathname, asked }
  useLayoutEffect(() => {
    const query = new URLSearchParams(search)
    query.delete('id')
    lastAddress.set(pathname, query.size > 0 ? `${pathname}?${query}` : pathname)
  }, [pathname, search])
  useLayoutEffect(() => {
    const el = box.current
    // Tracked continuously: when the list unmounts, the page has already moved.
    let top = window.scrollY
    const follow = () => {
      top = window.scrollY
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      window.removeEventListener('scroll', follow)
      const at = now.current
      const inner = scroller(el)?.scrollTop ?? 0
      places.set(name, { asked: at.asked, top, inner, stays: window.location.pathname === at.pathname })
    }
  }, [name, box])
  const asking = useRef({ asked, returns })
  asking.current = { asked, returns }
  // Once, when the rows are loaded.
  useEffect(() => {
    if (!ready) return
    const place = places.get(name)
    if (!place || place.asked !== asking.current.asked || !(place.stays || asking.current.returns)) return
    return scrollThere(place, box)
  }, [ready, name, box])
}

/** A link back to a list in its last state, for `to` and `state`. */
export const backTo = (list: string): { to: string; state: { returns: true } } => ({
  to: lastAddress.get(list) ?? list,
  state: { returns: true },
})
