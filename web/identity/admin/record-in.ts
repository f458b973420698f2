/** The record that a text names: an id, or the address of a page with an id; null for no text, undefined when there is none in it. */
export function recordIn(text: string): number | null | undefined {
  const said = text.trim()
  if (said === '') return null
  const found = /^[1-9]\d{0,14}$/.exec(said)?.[0] ?? /[?&]id=([1-9]\d{0,14})(?=&|#|$)/.exec(said)?.[1]
  return found === undefined ? undefined : Number(found)
}
