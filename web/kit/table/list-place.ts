import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface Place {
  /** what the list was asked */
  asked: string
  top: number
  inner: number
  /** left for something at the same address, such as a record over the list */
  stays: boolean
}
/** For as long as the page lives: nothing of what somebody looked for is stored. */
const places = new Map<string, Place>()
/** The address of each list with its filters, order and page. */
const lastAddress = new Map<string, string>()

const scroller = (box: HTMLElement | null) => box?.querySelector('.ant-table-body, .rc-virtual-list-holder') ?? null

const GROWS_MS = 1500
const own = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls to a place while the page still grows to its height; whoever scrolls meanwhile is left alone. */
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

/** Remembers where in a list somebody was, and takes them there again when they come back to it: page and filters are in the address, the height is kept here. */
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
    // Followed while it stands: when the list goes, what stood above it is gone already, and the page has moved.
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
  // Once, when the rows are there.
  useEffect(() => {
    if (!ready) return
    const place = places.get(name)
    if (!place || place.asked !== asking.current.asked || !(place.stays || asking.current.returns)) return
    return scrollThere(place, box)
  }, [ready, name, box])
}

/** The way back to a list as it was left, for `to` and `state` of a link. */
export const backTo = (list: string): { to: string; state: { returns: true } } => ({
  to: lastAddress.get(list) ?? list,
  state: { returns: true },
})
