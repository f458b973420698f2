type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>
type Focused = Pick<HTMLElement, 'tagName' | 'isContentEditable'> | Element | null

/** Whether the key is pressed outside of text fields and without a modifier (ux §1.1). */
const isPlain = (e: Pressed, focused: Focused): boolean =>
  !(e.ctrlKey || e.metaKey || e.altKey || e.isComposing)
  && !(focused && (['INPUT', 'TEXTAREA', 'SELECT'].includes(focused.tagName) || (focused as HTMLElement).isContentEditable))

/** J: next, K: previous. */
export function stepKey(e: Pressed, focused: Focused): 'after' | 'before' | null {
  if (!isPlain(e, focused)) return null
  const key = e.key.toLowerCase()
  return key === 'j' ? 'after' : key === 'k' ? 'before' : null
}

/** 1 to 9: index of a prepared phrase; -1 for any other key. */
export const phraseKey = (e: Pressed, focused: Focused): number => (isPlain(e, focused) && /^[1-9]$/.test(e.key) ? Number(e.key) - 1 : -1)

/** `[`: the previous paper, `]`: the next; Chinese input methods produce 【 and 】. */
export function paperKey(e: Pressed, focused: Focused): 'after' | 'before' | null {
  if (!isPlain(e, focused)) return null
  return e.key === ']' || e.key === '】' ? 'after' : e.key === '[' || e.key === '【' ? 'before' : null
}
