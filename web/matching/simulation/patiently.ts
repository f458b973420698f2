import { ApiError } from '../../api.ts'

const TRIES = 5
const PAUSE_MS = 700

/** Repeats a request for a few seconds while the server is too busy (503); meanwhile the earlier result stays visible. `signal` ends it. */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || tried >= TRIES || !(error instanceof ApiError) || error.status !== 503) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried))
    }
}
