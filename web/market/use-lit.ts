import { useEffect, useState } from 'react'

/** The list row that the user points at, when it has a position. */
export interface Lit {
  id: number
  lng: number
  lat: number
  title: string
}
function litBy(target: EventTarget | null): Lit | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  const [lng, lat] = (row?.dataset.place ?? '').split(',').map(Number)
  if (!row || lng === undefined || lat === undefined) return null
  return { id: Number(row.dataset.item), lng, lat, title: row.querySelector('h3')?.textContent ?? '' }
}

/** Focus on a row, or the pointer over it, lights its pin; another list (`list`) begins without. */
export function useLit(list: string): Lit | null {
  const [lit, setLit] = useState<Lit | null>(null)
  useEffect(() => setLit(null), [list])
  useEffect(() => {
    const hear = (event: Event) => {
      const next = litBy(event.target)
      // The same row keeps its object, so that the pins are not rebuilt: a user on a pin would lose the keyboard focus.
      if (next) setLit((now) => (now?.id === next.id ? now : next))
    }
    document.addEventListener('focusin', hear)
    document.addEventListener('pointerover', hear)
    return () => {
      document.removeEventListener('focusin', hear)
      document.removeEventListener('pointerover', hear)
    }
  }, [])
  return lit
}
