/** Text that can be stored and shown: no NUL, no lone surrogate. */
const isReadable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/**
 * Path (`a.0.b`) of the first sent text or key that no database column can hold; null when there is none. It checks keys and values of free
 * objects (answers, form data, filters) as well as declared fields (I-01). It does not recurse, because a caller decides the depth.
 */
export function unreadableIn(sent: unknown): string | null {
  const waiting: { value: unknown; path: string }[] = [{ value: sent, path: '' }]
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { value, path } = one
    if (typeof value === 'string' && !isReadable(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isReadable(key)) return path
      waiting.push({ value: inner, path: path ? `${path}.${key}` : key })
    }
  }
  return null
}
