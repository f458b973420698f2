import { DRAFTS_LOCK } from '../../session/drafts.ts'
import type { UnsavedMark } from './draft.ts'

/** A lock that pages share: a log-out in another window waits until all have released it (web/session/saved-everywhere.ts). */
export function unsavedLock(): UnsavedMark {
  let release: (() => void) | undefined
  return {
    take: () => {
      if (release) return
      const saved = new Promise<void>((resolve) => {
        release = resolve
      })
      // Without https a browser has no locks.
      void navigator.locks?.request(DRAFTS_LOCK, { mode: 'shared' }, () => saved)
    },
    release: () => {
      release?.()
      release = undefined
    },
  }
}
