import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** One call of the scenario. */
export interface Sending {
  kind: 'api' | 'ssr'
  /** the caller's purpose; the report groups by it */
  name: string
  path: string
  method?: 'POST'
  headers: Record<string, string>
  body?: string
  /** gets the envelope of a correct answer, so that later calls can use its data */
  took?: (data: any) => void
  /** called after every outcome, also without an answer */
  after?: () => void
}

export interface Sent {
  kind: 'api' | 'ssr'
  name: string
  path: string
  /** measured from the time it was due, not from the time it was sent */
  ms: number
  /** measured from the time it was sent */
  answeredIn: number
  status: number
  /** the fault of the answer */
  fault?: string
  /** the content of an answer other than 200 */
  refusal?: { retryAfter: string | undefined; type: string | undefined; text: string }
}

type Outcome = Pick<Sent, 'status' | 'fault' | 'refusal'>

/**
 * Sends `rate` calls per second for `seconds`, at random times drawn beforehand, without waiting for earlier answers: a slow server cannot
 * slow its callers down. Resolves with the last answer; returns the calls per second that were sent.
 */
export async function arrivals(
  base: string,
  { next, rate, seconds }: { next: () => Sending; rate: number; seconds: number },
): Promise<{ sent: Sent[]; reached: number }> {
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 60_000 })
  const under = new Set<Promise<void>>()
  const sent: Sent[] = []
  const moments = Array.from({ length: rate * seconds }, () => Math.random() * seconds * 1000).toSorted((a, b) => a - b)
  const from = performance.now() + 50
  for (const moment of moments) {
    const due = from + moment
    const early = due - performance.now()
    if (early > 1) await sleep(early)
    const sending = next()
    const begun = performance.now()
    const answered: Promise<void> = send(base, agent, sending).then((outcome) => {
      sending.after?.()
      const { kind, name, path } = sending
      const now = performance.now()
      sent.push({ kind, name, path, ms: now - due, answeredIn: now - begun, ...outcome })
      under.delete(answered)
    })
    under.add(answered)
  }
  const reached = moments.length / Math.max(seconds, (performance.now() - from) / 1000)
  await Promise.all(under)
  agent.destroy()
  return { sent, reached }
}

/** A kept-alive connection that the server has just closed is retried, as browsers do. */
export function send(base: string, agent: Agent, sending: Sending): Promise<Outcome> {
  const { kind, path, method = 'GET', headers, body } = sending
  return new Promise((resolve) => {
    const sent = request(base + path, { agent, method, headers, timeout: 30_000 }, (response) => {
      const chunks: Buffer[] = []
      const status = response.statusCode!
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => resolve({ status: 0, fault: 'cut off' }))
      response.on('end', () => {
        if (status !== 200) {
          const text = Buffer.concat(chunks).toString()
          const refusal = { retryAfter: response.headers['retry-after'], type: response.headers['content-type'], text }
          return resolve({ status, fault: `${status} ${text.slice(0, 120)}`, refusal })
        }
        if (kind === 'ssr') return resolve({ status, ...(response.headers['x-html-cache'] === 'stale' ? { fault: 'a stale copy' } : {}) })
        const text = Buffer.concat(chunks).toString()
        if (!text.startsWith('{"success":true')) return resolve({ status, fault: text.slice(0, 160) })
        sending.took?.(JSON.parse(text).data)
        resolve({ status })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in 30 s')))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(base, agent, sending))
      else resolve({ status: 0, fault: error.message })
    })
    sent.end(body)
  })
}

/** The 95th percentile; NaN for an empty list. */
export const p95 = (sent: readonly { ms: number }[]): number =>
  sent.length === 0 ? Number.NaN : sent.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.ceil(sent.length * 0.95) - 1]!
