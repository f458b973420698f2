const checks = new Set<() => boolean>()
const touched = new Set<HTMLElement>()
let free = false

/** Registers who knows of something typed that would be lost with the page (choices and files, too); returns its removal. */
export const onTyping = (holds: () => boolean): (() => void) => {
  checks.add(holds)
  return () => {
    checks.delete(holds)
  }
}

/** Notes which fields were typed into, in every form of the product. Called once a page. */
export const watchTyping = (): void =>
  addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLElement && target.matches('textarea, input, [contenteditable]')) touched.add(target)
    },
    { capture: true, passive: true },
  )

/** Whether the page holds something typed: a text in a field that is still there, other than a search, or what a form says of itself. */
export function holdsTyping(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field)
  return [...touched].some(holdsText) || [...checks].some((holds) => holds())
}
function holdsText(field: HTMLElement): boolean {
  if (field.closest('search, [role="search"]')) return false
  if (field instanceof HTMLInputElement) return ['text', 'tel', 'number', 'email', 'url'].includes(field.type) && field.value.trim() !== ''
  return (field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '')).trim() !== ''
}

/** From now on the page is left without the browser's question: what is typed on it belongs to a session that is over. */
export const leaveFreely = (): void => {
  free = true
}
export const mustAskBeforeLeaving = (holds: () => boolean): boolean => !free && holds()
