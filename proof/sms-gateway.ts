import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

interface Attempt {
  text: string
  at: number
  /** false while the answer is delayed, and when the sender closed the connection before it: killed, or timed out */
  isAnswered: boolean
}

export interface SmsGateway {
  port: number
  /** all received attempts, by Idempotency-Key */
  attempts: Map<string, Attempt[]>
  close(): Promise<void>
}

/** Receives POST {phone, text} with an Idempotency-Key, as a provider would, and confirms after `delayMs`. */
export async function smsGateway(delayMs = 0): Promise<SmsGateway> {
  const attempts: SmsGateway['attempts'] = new Map()
  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await text(request)) as { text: string }
      const key = String(request.headers['idempotency-key'] ?? '')
      const attempt = { text: body.text, at: performance.now(), isAnswered: false }
      attempts.set(key, [...(attempts.get(key) ?? []), attempt])
      await sleep(delayMs)
      response.writeHead(200).end(() => {
        attempt.isAnswered = true
      })
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    attempts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
