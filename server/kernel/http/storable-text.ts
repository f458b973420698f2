import { keyInWords } from '../../../contract/shortened.ts'

/**
 * As many values (items of lists and fields of objects, counted together) as one call may send; lists of the contract have at most hundreds.
 * A body within its limit of bytes can hold half a million, and checking them would keep the main loop busy for a third of a second (I-05).
 */
const MOST_VALUES = 20_000

/** Text that can be stored and shown: no NUL, no lone surrogate. */
const isReadable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** A list or object of what was sent, and where it stands. */
interface Place {
  value: object
  key: string
  within: Place | null
}

/** `a.0.b`, without the empty key of the whole. */
function pathOf(place: Place | null, last?: string): string {
  const keys = last === undefined ? [] : [last]
  for (let at = place; at?.within; at = at.within) keys.push(at.key)
  return keys.reverse().map(keyInWords).join('.')
}

/**
 * Path (`a.0.b`) and message of the first thing that no database column can hold (text or key); or that there are too many values; null
 * when all can be stored. It checks keys and values of free objects (answers, form data, filters) as well as declared fields (I-01). It
 * does not recurse, because a caller decides the depth.
 */
export function unstorableIn(sent: unknown): { path: string; message: string } | null {
  const unreadable = (path: string) => ({ path, message: '含有无法识别的字符' })
  if (typeof sent === 'string') return isReadable(sent) ? null : unreadable('')
  if (typeof sent !== 'object' || sent === null) return null
  const waiting: Place[] = [{ value: sent, key: '', within: null }]
  let count = 0
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const keys = Object.keys(place.value)
    count += keys.length
    if (count > MOST_VALUES) return { path: '', message: `内容过多：一次最多提交 ${MOST_VALUES} 项` }
    for (const key of keys) {
      if (!isReadable(key)) return unreadable(pathOf(place))
      const value: unknown = (place.value as Record<string, unknown>)[key]
      if (typeof value === 'string' && !isReadable(value)) return unreadable(pathOf(place, key))
      if (typeof value === 'object' && value !== null) waiting.push({ value, key, within: place })
    }
  }
  return null
}
