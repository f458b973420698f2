type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>
type Focused = Pick<HTMLElement, 'tagName' | 'isContentEditable'> | Element | null

/** Off while typing and with a modifier held (ux §1.1). */
const isPlain = (e: Pressed, focused: Focused): boolean =>
  !(e.ctrlKey || e.metaKey || e.altKey || e.isComposing)
  && !(focused && (['INPUT', 'TEXTAREA', 'SELECT'].includes(focused.tagName) || (focused as HTMLElement).isContentEditable))

/** J: next, K: previous. */
export function stepKey(e: Pressed, focused: Focused): 'after' | 'before' | null {
  if (!isPlain(e, focused)) return null
  const key = e.key.toLowerCase()
  return key === 'j' ? 'after' : key === 'k' ? 'before' : null
}

/** 1 to 9: the place of a ready phrase; -1 for any other key. */
export const phraseKey = (e: Pressed, focused: Focused): number => (isPlain(e, focused) && /^[1-9]$/.test(e.key) ? Number(e.key) - 1 : -1)

/** `[`: the paper before, `]`: the one after; an input method for Chinese writes 【 and 】. */
export function paperKey(e: Pressed, focused: Focused): 'after' | 'before' | null {
  if (!isPlain(e, focused)) return null
  return e.key === ']' || e.key === '】' ? 'after' : e.key === '[' || e.key === '【' ? 'before' : null
}
