import { DRAFTS_LOCK } from './drafts.ts'
import type { Ports } from './ports.ts'

/** Time for other pages to save where the browser has no locks. */
const UNLOCKED_MS = 100
/** Longer than a save takes; a page that cannot save does not keep anybody logged in. */
const MOST_MS = 3000

/**
 * Saves the drafts of this page and, after `leaving` was said, waits until the others have saved theirs: a save that arrives after the
 * log-out is refused, and its copy in the browser is removed with it. A page holds the lock from the first unsaved change until the save.
 */
export async function savedEverywhere({ after, lock }: Pick<Ports, 'after' | 'lock'>, save: () => Promise<void>): Promise<void> {
  const pause = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve))
  const saved = Promise.all([save(), pause(UNLOCKED_MS)]).then(() => lock(DRAFTS_LOCK, () => Promise.resolve()))
  await Promise.race([saved, pause(MOST_MS)])
}
