import { useLayoutEffect, useRef, type RefObject } from 'react'
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
    return () => {
      const at = now.current
      places.set(name, {
        asked: at.asked,
        top: window.scrollY,
        inner: scroller(el)?.scrollTop ?? 0,
        stays: window.location.pathname === at.pathname,
      })
    }
  }, [name, box])
  const done = useRef(false)
  useLayoutEffect(() => {
    if (!ready || done.current) return
    done.current = true
    const place = places.get(name)
    if (!place || place.asked !== asked || !(place.stays || returns)) return
    const frame = requestAnimationFrame(() => {
      window.scrollTo({ top: place.top })
      scroller(box.current)?.scrollTo({ top: place.inner })
    })
    return () => cancelAnimationFrame(frame)
  })
}

/** The way back to a list as it was left, for `to` and `state` of a link. */
export const backTo = (list: string): { to: string; state: { returns: true } } => ({
  to: lastAddress.get(list) ?? list,
  state: { returns: true },
})
