import { waiting } from '../kit/exchange/export-state.ts'
import { hear, isLive, nudged } from '../live.ts'

waiting.after = (taskId, ms, then) => nudged('task', taskId, ms, then)

const EVERY_MS = 60_000

/** Asks when the live stream names a notice; without it each minute while the page is in sight, and when it comes back. The answer ends it. */
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
