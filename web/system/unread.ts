import { useEffect, useSyncExternalStore } from 'react'
import { notice } from '../../contract/notice.ts'
import { call } from '../api.ts'

let unread: number | null = null
const listeners = new Set<() => void>()

function set(count: number): void {
  unread = count
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the number of unread notices; after an error the number stays unchanged. */
export async function refreshUnread(): Promise<void> {
  await call(notice.unreadCount, {}, { silent: true }).then(
    (answer) => set(answer.unread),
    () => {},
  )
}

/**
 * The number of unread notices of the signed-in user, null until known. The code that follows changes is loaded later, because the page
 * does not need it to appear.
 */
export function useUnread(): number | null {
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    void refreshUnread()
    import('./follow-unread.ts').then(
      ({ followUnread }) => {
        if (!left) stop = followUnread(refreshUnread)
      },
      () => {},
    )
    return () => {
      left = true
      stop?.()
    }
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => unread,
    () => null,
  )
}
