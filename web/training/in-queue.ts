import { ApiError } from '../api.ts'

const BUSY = 503
const LONGEST_MS = 120_000

interface Queue {
  /** is told the seconds of each wait, and 0 when the call is sent */
  onWait(seconds: number): void
  signal: AbortSignal
}
/** Sends a call again while the server is too busy, each time when it said (Retry-After), for two minutes at most. `signal` ends it. */
export async function inQueue<T>(ask: () => Promise<T>, { onWait, signal }: Queue): Promise<T> {
  const until = performance.now() + LONGEST_MS
  for (;;)
    try {
      onWait(0)
      return await ask()
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === BUSY ? error.retryAfter : 0
      if (signal.aborted || seconds === 0 || performance.now() + seconds * 1000 > until) throw error
      onWait(seconds)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      if (signal.aborted) throw error
    }
}
