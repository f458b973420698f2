const DIALOG = '.ant-modal, .ant-drawer'
const HEADING = '.ant-modal-title, .ant-drawer-title'
const CLOSE = '.ant-modal-close, .ant-drawer-close'
const FIELD = 'input, textarea, select, [contenteditable="true"]'
const TAB_STOP = `${FIELD}, button, a[href], summary, [tabindex="0"]`
/** How long the fields of a dialog may take to load. */
const LOADS_MS = 5000

/**
 * The first field that can be typed in or chosen from. null when there is none, when tabs or buttons stand before it, which would be passed
 * over, when it is below the edge, or when focus opens a calendar.
 */
export function firstField(dialog: Element): HTMLElement | null {
  const first = [...dialog.querySelectorAll<HTMLElement>(TAB_STOP)].find(
    (el) =>
      !el.matches(':disabled, [type="hidden"], [type="file"], [tabindex="-1"], [readonly]:not([role="combobox"])')
      && !el.matches(CLOSE)
      && el.closest('[aria-hidden="true"]') === null
      && el.checkVisibility({ visibilityProperty: true }),
  )
  if (!first?.matches(FIELD) || first.closest('.ant-picker') || first.getBoundingClientRect().bottom > window.innerHeight) return null
  // A drawer that shows a record may hold the filter of a list: that is no field of the record.
  if (dialog.matches('.ant-drawer') && !first.closest('form')) return null
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return [...dialog.querySelectorAll<HTMLInputElement>('input[type="radio"]')].find((el) => el.name === first.name && el.checked) ?? first
}

let following = false

/**
 * A dialog or drawer that opens has the keyboard at its first field, or at its heading when it has none, and not at 关闭. Fields that load
 * later get it unless the person has already done something. Under a finger it stays at the heading, because a keyboard would cover the
 * dialog. A question keeps the button that it chose.
 */
export function beginAtFirstField(): void {
  if (following) return
  following = true
  let inside: Element | null = null
  let acted = false
  for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, () => (acted = true), true)
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const dialog = target.closest(DIALOG)
    if (dialog !== inside) acted = false
    inside = dialog
    // A drawer takes the focus twice while it opens: first for 关闭, then for itself.
    if (!dialog || acted || !(target === dialog || target.matches(CLOSE) || target.querySelector(HEADING))) return
    begin(dialog)
  })
}

function begin(dialog: Element): void {
  const heading = dialog.querySelector<HTMLElement>(HEADING)
  const mayType = !window.matchMedia('(pointer: coarse)').matches
  const goes = () => {
    const field = mayType ? firstField(dialog) : null
    field?.focus({ preventScroll: true })
    return field !== null
  }
  if (goes() || !heading) return
  heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
  if (!mayType) return
  const stop = () => {
    loads.disconnect()
    clearTimeout(limit)
    for (const event of ['keydown', 'pointerdown']) document.removeEventListener(event, stop, true)
  }
  const loads = new MutationObserver(() => {
    if (document.activeElement !== heading || goes()) stop()
  })
  const limit = setTimeout(stop, LOADS_MS)
  for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, stop, true)
  loads.observe(dialog, { childList: true, subtree: true })
}
