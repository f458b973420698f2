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

/** Asks how many notices are unread; failures leave the number as it was. */
export async function refreshUnread(): Promise<void> {
  await call(notice.unreadCount, {}, { silent: true }).then(
    (answer) => set(answer.unread),
    () => {},
  )
}

/** Unread notices of the logged-in person, null until known. What follows them is not needed to show the page, so it comes after it. */
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
