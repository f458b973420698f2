import { DAY_MS } from '../../../contract/shanghai.ts'

interface Sent {
  at: number
  /** when the drafts of earlier visits that are still offered were saved */
  offered: readonly number[]
  /** when the form was opened, if it was sent before it was known what is offered: what was saved earlier is of earlier visits */
  since?: number
}
type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const isSent = (found: unknown): found is Sent =>
  typeof found === 'object'
  && found !== null
  && 'at' in found
  && typeof found.at === 'number'
  && 'offered' in found
  && Array.isArray(found.offered)

/**
 * Remembers in this browser when a form was sent. Its draft is removed from the server only after the answer: a page that is reloaded in
 * between finds the draft, and without this mark it would offer what was sent. `place` is asked for at each use, because a browser may refuse it.
 */
export function sentMark(name: string, place: () => Place = () => localStorage) {
  const attempt = <T>(use: (at: Place) => T): T | undefined => {
    try {
      return use(place())
    } catch {
      return undefined
    }
  }
  const clear = () => void attempt((at) => at.removeItem(name))
  return {
    /** Synchronous, because the page may be left directly afterwards. */
    set: (offered: readonly number[], since = 0) =>
      void attempt((at) => at.setItem(name, JSON.stringify({ at: Date.now(), offered, since } satisfies Sent))),
    clear,
    /** Tells of a stored draft whether it was sent. The mark counts for a day: by then the draft is removed, or another clock stored it. */
    read: (): ((one: { savedAt: number }) => boolean) => {
      const found = attempt((at): unknown => JSON.parse(at.getItem(name) ?? 'null'))
      if (!isSent(found)) return () => false
      if (Date.now() - found.at > DAY_MS) {
        clear()
        return () => false
      }
      return ({ savedAt }) => savedAt <= found.at && savedAt >= (found.since ?? 0) && !found.offered.includes(savedAt)
    },
  }
}
