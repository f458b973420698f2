import type { LiveEndpoint } from '../endpoints.ts'
import { ask } from '../user.ts'

/** The endpoints that answer a token with a status other than `status`. */
export async function replayed(base: string, token: string, list: readonly LiveEndpoint[], status = 401): Promise<string[]> {
  const accepted: string[] = []
  for (const { key, method, path, as } of list) {
    const body = method === 'GET' ? undefined : as === 'multipart' ? new FormData() : {}
    const answer = await ask(base, path, { method, token, body })
    if (answer.status !== status) accepted.push(`${key}: ${answer.status}`)
  }
  return accepted
}

/** Milliseconds until the call answers `status`; NaN when it did not within 15 seconds. */
export async function untilRefused(call: () => Promise<{ status: number }>, status = 401): Promise<number> {
  const from = performance.now()
  while (performance.now() - from < 15_000) if ((await call()).status === status) return Math.round(performance.now() - from)
  return Number.NaN
}
