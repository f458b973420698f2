import { useEffect, useSyncExternalStore } from 'react'
import { notice } from '../../contract/notice.ts'
import { call } from '../api.ts'

const EVERY_MS = 60_000
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

/** Unread notices of the logged-in person, null until known: asked for when the live stream names one; without it each minute while the page is in sight. */
export function useUnread(): number | null {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refreshUnread()
    }
    look()
    let isLive = () => false
    let deaf: (() => void) | null = null
    // Not needed to show the page, so it comes after it.
    void import('../live.ts').then(
      (live) => {
        if (deaf === null) deaf = live.hear('notice', () => void refreshUnread())
        isLive = live.isLive
      },
      () => {},
    )
    const timer = setInterval(() => {
      if (!isLive()) look()
    }, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      deaf?.()
      deaf = () => {}
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => unread,
    () => null,
  )
}
