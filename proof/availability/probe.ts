import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type Answer, type Ask } from '../user.ts'

/** One call as the client saw it; `status` is 0 when there was no answer. */
export interface Seen {
  path: string
  ms: number
  status: number
  answer: Answer | null
}

export async function see(base: string, path: string, options: Ask = {}): Promise<Seen> {
  const from = performance.now()
  const answer = await ask(base, path, { within: 20_000, ...options }).catch(() => null)
  return { path, ms: performance.now() - from, status: answer?.status ?? 0, answer }
}

export const DOCUMENT = { accept: 'text/html', 'sec-fetch-dest': 'document' }
/** V-05: the longest time of an answer while a system is unavailable. */
export const LIMIT_MS = 3000
/** V-05: the longest time until everything works as before. */
export const RECOVERY_MS = 10_000

/** Milliseconds until `right` is true; more than `limit` when it never was. */
export async function until(right: () => Promise<boolean>, limit = RECOVERY_MS * 2): Promise<number> {
  const from = performance.now()
  for (;;) {
    if (await right().catch(() => false)) return performance.now() - from
    if (performance.now() - from > limit) return Infinity
    await sleep(100)
  }
}
