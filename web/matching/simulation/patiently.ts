import { ApiError } from '../../api.ts'

const TRIES = 5
const PAUSE_MS = 700

/** Asks again while the server has no room for it (503), a few seconds long; the picture of before stays meanwhile. Ends when `signal` fires. */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || tried >= TRIES || !(error instanceof ApiError) || error.status !== 503) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried))
    }
}
