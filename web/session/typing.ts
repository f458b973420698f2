const checks = new Set<() => boolean>()
const touched = new Set<HTMLElement>()
let free = false

/** Registers a check for unsaved input, also choices and files; returns its removal. */
export const onTyping = (holds: () => boolean): (() => void) => {
  checks.add(holds)
  return () => {
    checks.delete(holds)
  }
}

/** Tracks typed fields in all forms. Called once per page. */
export const watchTyping = (): void =>
  addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLElement && target.matches('textarea, input, [contenteditable]')) touched.add(target)
    },
    { capture: true, passive: true },
  )

/** Whether the page holds unsaved input: typed text in a present field, other than a search, or what a form reports. */
export function holdsTyping(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field)
  return [...touched].some(holdsText) || [...checks].some((holds) => holds())
}
function holdsText(field: HTMLElement): boolean {
  if (field.closest('search, [role="search"]')) return false
  if (field instanceof HTMLInputElement) return ['text', 'tel', 'number', 'email', 'url'].includes(field.type) && field.value.trim() !== ''
  return (field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '')).trim() !== ''
}

/** From now on, leaving the page does not trigger the browser's question, because its input belongs to an ended session. */
export const leaveFreely = (): void => {
  free = true
}
export const mustAskBeforeLeaving = (holds: () => boolean): boolean => !free && holds()
