import { waiting } from '../kit/exchange/export-state.ts'
import { hear, isLive, nudged } from '../live.ts'

waiting.after = (taskId, ms, then) => nudged('task', taskId, ms, then)

const EVERY_MS = 60_000

/**
 * Reads the number of unread notices when the live stream names a notice and when the page becomes visible; without a stream also every
 * minute while the page is visible. Returns a function that stops it.
 */
export function followUnread(ask: () => Promise<void>): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') void ask()
  }
  const deaf = hear('notice', () => void ask())
  const timer = setInterval(() => {
    if (!isLive()) look()
  }, EVERY_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    deaf()
    document.removeEventListener('visibilitychange', look)
  }
}
