import { useEffect, useState, useSyncExternalStore } from 'react'

/** Follows a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const m = window.matchMedia(query)
      m.addEventListener('change', changed)
      return () => m.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
/** Below 768 px tables become cards. */
export const useNarrow = (): boolean => useMedia('(max-width: 767.98px)')

/** Turns true only after `on` has lasted `ms`, so that quick answers show no skeleton (ux.md §3.4). */
export function useLasting(on: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  // Set while rendering, because an effect would draw the whole table a second time just when its rows have come.
  if (!on && lasting) setLasting(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => clearTimeout(timer)
  }, [on, ms])
  return on && lasting
}
