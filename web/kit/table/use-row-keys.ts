import { useEffect, type RefObject } from 'react'

const typing = (el: Element | null): boolean =>
  el instanceof HTMLElement
  && (el.isContentEditable || (['INPUT', 'TEXTAREA', 'SELECT'].includes(el.tagName) && (el as HTMLInputElement).type !== 'checkbox'))

/** Enter on a row itself: follows its title link, else runs its first action. */
function opens(box: HTMLElement, e: KeyboardEvent): boolean {
  const row = document.activeElement
  if (!(row instanceof HTMLElement) || !row.matches('[data-row-key]') || !box.contains(row) || e.ctrlKey || e.metaKey || e.altKey)
    return false
  const way = row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('button:not([disabled])')
  if (!way) return false
  e.preventDefault()
  way.click()
  return true
}

/**
 * J moves to the next row, K to the previous one (ux.md §1.1), Enter opens the focused row. Disabled while typing, in dialogs, and with a
 * modifier.
 */
export function useRowKeys(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const box = container.current
      const key = e.key.toLowerCase()
      if (key === 'enter' && box && opens(box, e)) return
      if (!box || (key !== 'j' && key !== 'k') || e.ctrlKey || e.metaKey || e.altKey || e.isComposing || typing(document.activeElement))
        return
      if (document.querySelector('[role="dialog"][aria-modal="true"]:not([style*="display: none"])')) return
      const focused = document.activeElement
      const mine =
        box.contains(focused) || (!document.querySelector('[data-rows]:focus-within') && document.querySelector('[data-rows]') === box)
      if (!mine) return
      const rows = [...box.querySelectorAll<HTMLElement>('[data-row-key]')]
      const at = rows.findIndex((r) => r.contains(focused))
      const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + (key === 'j' ? 1 : -1)))]
      if (!next) return
      e.preventDefault()
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [container])
}
