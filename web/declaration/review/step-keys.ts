/** J: next, K: previous (ux §1.1). Off while typing and with a modifier held. */
export function stepKey(
  e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>,
  focused: Pick<HTMLElement, 'tagName' | 'isContentEditable'> | Element | null,
): 'after' | 'before' | null {
  if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return null
  if (focused && (['INPUT', 'TEXTAREA', 'SELECT'].includes(focused.tagName) || (focused as HTMLElement).isContentEditable)) return null
  const key = e.key.toLowerCase()
  return key === 'j' ? 'after' : key === 'k' ? 'before' : null
}
