/** Height of the header plus some space above a field that is scrolled to. */
export const HEADER_OFFSET = 80

/** Opens everything that hides the element: <details>, closed tabs, and regions whose button has aria-expanded=false. */
export function openParents(el: Element): void {
  for (let at = el.parentElement; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement && !at.open) at.open = true
    if (at.getAttribute('role') === 'tabpanel' && at.getAttribute('aria-hidden') === 'true')
      document.getElementById(at.getAttribute('aria-labelledby') ?? '')?.click()
    if (at.id) document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(at.id)}"][aria-expanded="false"]`)?.click()
  }
}

const focusable =
  'input:not([type="hidden"]):not([disabled]), textarea:not([disabled]), select:not([disabled]), button:not([disabled]), [contenteditable="true"], [tabindex]:not([tabindex="-1"])'

/**
 * Scrolls a field into view below the fixed header, also inside a scrolled dialog, and focuses it; in a table the first wrong cell (spec
 * §5, V039).
 */
export function focusField(id: string): boolean {
  const el = document.getElementById(id) ?? document.querySelector<HTMLElement>(`[data-field="${CSS.escape(id)}"]`)
  if (!el) return false
  openParents(el)
  const within = () => el.querySelector<HTMLElement>('[aria-invalid="true"]') ?? el.querySelector<HTMLElement>(focusable) ?? el
  const target = el.matches(focusable) ? el : within()
  requestAnimationFrame(() => {
    el.style.scrollMarginTop = `${HEADER_OFFSET}px`
    el.scrollIntoView({ block: 'center', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
    target.focus({ preventScroll: true })
  })
  return true
}
